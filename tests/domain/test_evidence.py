"""Evidence says what was seen, whatever the provider calls it."""

import pytest

from vacancy.domain.cases import read_case, read_text
from vacancy.domain.evidence import request_id_in


@pytest.mark.parametrize("name", ["x-request-id", "request-id", "apim-request-id"])
def test_the_request_id_has_several_names(name):
    """Providers call the id that support asks for differently; probes, cases and pasted answers know them all."""
    assert request_id_in(((name, "req_1"),)) == "req_1"
    assert read_case(f'{{"http_status": 429, "headers": {{"{name.title()}": "req_1"}}}}').evidence.request_id == "req_1"
    assert read_text(f"HTTP/1.1 429 Too Many Requests\n{name.title()}: req_1\n\n{{}}").request_id == "req_1"


def test_the_providers_own_id_comes_before_that_of_a_gateway():
    """Where several are there, the best known name wins, in whatever order they came; an empty one is none."""
    assert request_id_in((("apim-request-id", "gateway"), ("x-request-id", "req_1"))) == "req_1"
    assert request_id_in((("x-request-id", ""), ("request-id", "req_2"))) == "req_2"
    assert request_id_in(()) is None

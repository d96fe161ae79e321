"""Claims about the digest: what rules get to see of an evidence."""

import json

import pytest

from vacancy.domain.digest import Shape, read_digest
from vacancy.domain.evidence import Answer, Ending, Evidence, ExceptionSeen


@pytest.mark.parametrize(
    ("evidence", "shape"),
    [
        (Evidence(body='{"error":{"message":"x"}}'), Shape.FAILURE),
        (Evidence(exception=ExceptionSeen("ReadError", "")), Shape.FAILURE),
        (Evidence(body="<html><title>x</title>"), Shape.PAGE),
        (Evidence(body='{"choices":[]}'), Shape.ANSWER),
        (Evidence(answer=Answer(Ending.COMPLETED)), Shape.ANSWER),
        (Evidence(answer=Answer(Ending.UNREADABLE), body="hm"), Shape.OTHER),
        (Evidence(answer=Answer(Ending.UNFINISHED), body="hm"), Shape.OTHER),
        (Evidence(answer=Answer(Ending.UNFINISHED)), Shape.ANSWER),
        (Evidence(), Shape.OTHER),
    ],
)
def test_shapes(evidence, shape):
    """An error, a page, an answer and the rest are told apart."""
    assert read_digest(evidence).shape is shape


def test_words_have_one_spelling():
    """Case, underscores, typographic quotes, full-width letters and white space do not matter to rules."""
    body = json.dumps(
        {"error": {"code": "Server_Is_Overloaded", "message": "It isn\u2019t\n \uff26\uff35\uff2c\uff2c  yet"}}
    )
    assert read_digest(Evidence(body=body)).words == "it isn't full yet\nserver is overloaded"


def test_an_answer_is_silent_unless_it_sounds_like_an_error():
    """What a model says is not evidence, but an error handed out as its words is."""
    said = Evidence(status=200, answer=Answer(Ending.COMPLETED, text="The word quota."))
    assert read_digest(said).words == ""
    full = Evidence(status=200, answer=Answer(Ending.COMPLETED, text="Selected model is at capacity."))
    assert read_digest(full).words == "selected model is at capacity."


def test_the_innermost_status_counts():
    """A status within the payload is nearer to the cause than the one of the wrapper."""
    digest = read_digest(Evidence(status=500, body='{"error":{"code":503}}'))
    assert (digest.status, digest.inner_status) == (500, 503)
    assert read_digest(Evidence(status=500)).inner_status == 500


def test_classes_of_exceptions_are_codes():
    """Class names are known without their modules, outermost first, and a class in a header counts as a code."""
    chain = ExceptionSeen("openai.APIConnectionError", "x", ExceptionSeen("httpx.ConnectError", "y"))
    headers = (("x-amzn-errortype", "ThrottlingException:http://x"),)
    digest = read_digest(Evidence(exception=chain, headers=headers))
    assert digest.exceptions == ("api_connection_error", "connect_error")
    assert {"connect_error", "throttling_exception"} <= digest.codes
    assert digest.message == "y"

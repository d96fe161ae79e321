"""Generated config.toml files for Codex: odd, but all of them right, and with `model` in every place but one."""

from dataclasses import dataclass

from hypothesis import strategies as st

_ROOT = (
    '# model = "in a comment"',
    "",
    "   # 模型 ünïcode 😀",
    'approval_policy = "on-request"   # model = "behind"',
    "sandbox_mode='read-only'",
    'developer_instructions = """\nmodel = "in a text"\n[model]\n"""',
    "review_model = '''\nmodel = 'in another'\n'''",
    'notify = [ "a", # model = "x"\n  \'model = "y"\', # ]\n]',
    'history = { persistence = "none", max_bytes = 1_000 }',
    "tools.web_search = true",
    'shell_environment_policy . set = { model = "inside", "a.b" = "}" }',
    'model_provider = "model"',
    "model_context_window = 0x1000",
    'tui.notifications = ["agent-turn-complete"]',
)  # fmt: skip
_NEWER = 'memories = {\n  disable_on_external_context = true, # model = "1.1"\n}'
"""TOML 1.1, which Codex reads."""
_TABLES = (
    '[projects."/home/ä b/模型"]\ntrust_level = "trusted"  # [model]',
    '[mcp_servers.model]\ncommand = "x"\nargs = ["model = 1"]\n[mcp_servers.model.env]\nmodel = \'inside\'',
    '# a comment of its own\n[profiles.model]\nmodel = "inner"',
    "[ features ]\nshell_tool = true",
    "",
)
_PROVIDER = '[model_providers.model]\nname = "model"\nbase_url = "http://127.0.0.1:9/v1"'
_KEYS = ("model", '"model"', "'model'", "  model")
_EQUALS = ("=", " = ", "  =\t")
_VALUES = ('"gpt-5.5"', "'gpt-5.5'", '"gpt-\\u0035.5"', '"""gpt-5.5"""', "'''gpt-5.5'''", '"""\\\n   gpt-5.5"""')
_TAILS = ("", " ", '  # model = "no"', "\t#")


@dataclass(frozen=True)
class CodexSettings:
    """One generated file: what stands before the value, the value, what stands after it."""

    head: bytes
    value: bytes
    """Empty where the file sets no model."""
    tail: bytes

    @property
    def data(self) -> bytes:
        """The whole file."""
        return self.head + self.value + self.tail


@st.composite
def codex_settings(draw, *, newer=False):
    """A file that Codex accepts; a `newer` one may hold what the standard library does not read yet."""
    lines = (*_ROOT, _NEWER) if newer else _ROOT
    root = draw(st.lists(st.sampled_from(lines), unique=True, max_size=6))
    tables = draw(st.lists(st.sampled_from(_TABLES), unique=True, max_size=4))
    ending = draw(st.sampled_from(("\n", "\r\n")))
    provider = [_PROVIDER] if any(line.startswith("model_provider") for line in root) else []
    above, below, value = list(root), [], ""
    if draw(st.booleans()):
        place = draw(st.integers(0, len(root)))
        above, below = root[:place], root[place:]
        value = draw(st.sampled_from(_VALUES))
    before = "".join(f"{line}\n" for line in above)
    after = "".join(f"{line}\n" for line in (*below, *tables, *provider))
    if value:
        before += draw(st.sampled_from(_KEYS)) + draw(st.sampled_from(_EQUALS))
        after = draw(st.sampled_from(_TAILS)) + "\n" + after
    if draw(st.booleans()):
        before, after = (before, after[:-1]) if after else (before[:-1], after)
    mark = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    head, token, tail = (text.replace("\n", ending).encode() for text in (before, value, after))
    return CodexSettings(mark + head, token, tail)

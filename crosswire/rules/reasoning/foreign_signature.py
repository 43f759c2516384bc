r"""A signature stands in a field that is another provider's.

## What it checks

The proof or ciphertext that comes with reasoning: `signature` and `data` of Anthropic's
thinking, `encrypted_content` of Responses, `thoughtSignature` of Gemini. Each provider's has a
form of its own, so one of OpenAI's (`gAAAA...`) in an Anthropic block is seen to be so. So is
`ccr_` with a time, which claude-code-router makes up and which signs nothing. The words with
which Gemini is asked not to look (`skip_thought_signature_validator`) are an info in its own
field. It is said once for each maker. A log that names a model of the maker is left alone: a
relay serves it in another provider's words.

## Why it matters

Only who made a signature can read it. Whoever gets another's refuses it:

    messages.1.content.0: Invalid `signature` in `thinking` block

It comes from adapters that carry a conversation from one provider to the next, and copy what
has no place there. The reasoning behind it is lost to the model either way.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "thinking", "thinking": "I need the weather.",
     "signature":
"gAAAAABpQ2mVx0r8Zk1dT5nYw7cJqLh3sGf9uPbE2oXiRtMaKy4vWzC6DlNQeHjS8FUgI0BmT1pOAw=="},
    {"type": "tool_use", "id": "toolu_01A", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01A",
   "content": "Drizzle"}]},
  {"role": "assistant", "content": [{"type": "text", "text": "It drizzles."}]}
]}
```

Use instead: the turn without reasoning that is not the provider's own.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "Is it raining in Paris?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01A", "name": "get_weather",
     "input": {"city": "Paris"}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_01A",
   "content": "Drizzle"}]},
  {"role": "assistant", "content": [{"type": "text", "text": "It drizzles."}]}
]}
```

## Source

The forms as recorded answers of the three providers show them; musistudio/claude-code-router
for `ccr_`; lbjlaq/Antigravity-Manager#498 and code-yeongyu/oh-my-openagent#2775 quote the
refusal.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from crosswire.ids.signatures import Maker, Signed, maker_of, signed
from crosswire.model import Conversation, ReasoningPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, quoted

rule = LogRule(
    __name__,
    code="CW811",
    title="A signature stands in a field that is another provider's.",
    severity=Severity.ERROR,
    subject=Subject.REASONING,
    doc=__doc__,
)

_MODELS = {
    Maker.OPENAI: re.compile(r"gpt|codex|\bo\d", re.IGNORECASE),
    Maker.ANTHROPIC: re.compile("claude", re.IGNORECASE),
    Maker.GEMINI: re.compile("gemini", re.IGNORECASE),
}
_NO_MODEL = re.compile("(?!)")


@rule.only_where
def look(context: RuleContext) -> bool:
    """Besides reasoning, only Gemini's calls carry signatures."""
    formats = {message.wire_format for message in context.conversation.messages}
    return "gemini" in formats or ReasoningPart in context.conversation.kinds()


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    foreign: dict[tuple[Maker, Maker], list[Signed]] = defaultdict(list)
    for signature in signed(conversation):
        maker = maker_of(signature.value)
        if maker not in (None, signature.owner):
            foreign[maker, signature.owner].append(signature)
    settings = conversation.settings()
    models = " ".join(str(s.value) for s in settings if s.meaning == "model")
    for (maker, owner), (first, *others) in foreign.items():
        if not _MODELS.get(maker, _NO_MODEL).search(models):
            asks_no_look = (maker, owner) == (Maker.NOBODY, Maker.GEMINI)
            yield rule.at(
                first.part,
                _message(maker, owner, first.value, 1 + len(others)),
                severity=Severity.INFO if asks_no_look else None,
                address=first.address,
                related=tuple(("further signature", other.address) for other in others[:3]),
            )


def _message(maker: Maker, owner: Maker, value: str, number: int) -> str:
    several = f"The first of {number} such signatures"
    which = by_number(number, f"The signature {quoted(value, 24)}", several)
    if maker is Maker.NOBODY:
        return (
            f"{which} signs nothing: it asks Gemini not to look, where the true one is "
            "not at hand."
        )
    if maker is Maker.ROUTER:
        return (
            f"{which} is made up from the time by claude-code-router, and proves nothing "
            f"to {owner}."
        )
    return (
        f"{which} has the form of {maker}'s and stands in a field of {owner}, which can't "
        "read it."
    )

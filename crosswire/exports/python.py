"""A Python program that sends the request with the provider's SDK; the key is never in the
file.

The body is a literal, to read and to change. Fields for which the SDK's method has no argument
go where the SDK takes further fields; where it takes none, they are left out and listed as
lost.
"""

from __future__ import annotations

from crosswire.address import child, root
from crosswire.containers import json_document
from crosswire.exports.endpoints import NO_MODEL, names_agent, request_of
from crosswire.exports.export import EVERY_FORMAT, Export, Written, unchanged
from crosswire.exports.literal import DEEPEST, depth_of, literal
from crosswire.exports.sdk_fields import left_out
from crosswire.exports.sdks import AZURE_AGENT, SDKS, Sdk
from crosswire.model import JsonObject, JsonValue
from crosswire.model.loss import Loss, LossKind

NAME = "python"
TITLE = "Python program"
SAYS = "The request by the provider's own SDK; the key is a variable, never in the file."
MEDIA_TYPE = "text/x-python"
ENDING = "py"
IN_LINES = False
FORMAT_NAMES = EVERY_FORMAT


def write(export: Export) -> Written:
    sdk = AZURE_AGENT if names_agent(export) else SDKS[export.target]
    request = request_of(export)
    body = _with_model(export.target, request.model, request.body)
    streams = sdk.streams is not None and body.get("stream") is True
    if sdk.streams is not None:
        body.pop("stream", None)  # each of its two methods says so itself
    taken = {name: value for name, value in body.items() if name in sdk.takes}
    further = {name: value for name, value in body.items() if name not in sdk.takes}
    lost = [] if sdk.further else [_no_argument(sdk, name) for name in further]
    lost += [_no_field(sdk, *place) for place in left_out(export.target, taken)]
    text = _program(export, sdk, taken, further if sdk.further else {}, streams=streams)
    return unchanged(export, text.encode(), [*request.losses, *lost])


def _with_model(target: str, model: str, body: JsonObject) -> JsonObject:
    """The body, with the model where the SDK takes it."""
    if target == "bedrock":
        return {"modelId": model, **body}
    return {"model": model, **body} if target == "gemini" else dict(body)


def _no_argument(sdk: Sdk, name: str) -> Loss:
    why = f"The method of {sdk.package} has no argument for it."
    return Loss(LossKind.DROPPED, "no-argument", name, why, target=child(root(), name))


def _no_field(sdk: Sdk, *place: str) -> Loss:
    """Something inside an argument that the SDK reads and does not send."""
    why = (
        f"The models of {sdk.package} know no such field or leave it out when empty: it is "
        "not sent."
    )
    return Loss(LossKind.DROPPED, "no-argument", place[-1], why, target=child(root(), *place))


def _program(
    export: Export, sdk: Sdk, body: JsonObject, further: JsonObject, *, streams: bool
) -> str:
    needs = " and ".join(sdk.needs)
    call = (sdk.streams or sdk.call) if streams else sdk.call
    texts = [
        _value(export, "body", body),
        *([_value(export, "further", further)] if further else []),
    ]
    imports = _imports(sdk, "\n".join(texts))
    lines = [
        f"# Sends a logged conversation to {export.title}, with `pip install {sdk.package}`.",
        f"# It needs {needs} in the environment." if needs else "# It needs no key.",
        *(
            [f"# The log names no model: write one for {NO_MODEL}."]
            if NO_MODEL in texts[0]
            else []
        ),
        *imports,
        "",
        *texts,
        "",
        f"client = {sdk.client}",
        f"answer = {call.replace('{more}', f', {sdk.further}' if further else '')}",
        *(
            ["for event in answer:", "    print(event)"]
            if _is_stream(body, streams)
            else ["print(answer)"]
        ),
    ]
    return "\n".join(lines) + "\n"


def _is_stream(body: JsonObject, streams: bool) -> bool:
    return streams or body.get("stream") is True


def _imports(sdk: Sdk, code: str) -> list[str]:
    """What the program imports: the standard library's first."""
    own = [one for one in sdk.imports if one.startswith("import os")]
    used = [
        f"import {name}"
        for name in ("base64", "json")
        if f"= {name}." in code or f": {name}." in code
    ]
    standard = sorted([*used, *own])
    rest = [one for one in sdk.imports if one and one not in own]
    return [*standard, *([""] if standard else []), *rest]


def _value(export: Export, name: str, value: JsonObject) -> str:
    if depth_of(value) > DEEPEST:  # Python reads no literal that is nested so deeply
        return f"{name} = json.loads({literal(json_document.write(value).decode())})"
    bytes_of = _bytes if export.target == "bedrock" else _nothing
    return f"{name} = {literal(value, bytes_of)}"


def _nothing(_keys: tuple[str, ...], _value: JsonValue) -> None:
    return None


def _bytes(keys: tuple[str, ...], value: JsonValue) -> str | None:
    """Bytes for boto3 in place of the base64 of JSON for Converse."""
    is_bytes = keys[-2:] == ("source", "bytes") or keys[-1:] == ("redactedContent",)
    return (
        f"base64.b64decode({literal(value)})" if is_bytes and isinstance(value, str) else None
    )

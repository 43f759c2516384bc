"""Pictures, recordings and documents in a question."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject, JsonValue

_MEDIA = "Media"

_DATA_URL = f"data:image/png;base64,{b.IMAGE}"
_CHAT_IMAGE: JsonObject = {"type": "image_url", "image_url": {"url": _DATA_URL}}
_INPUT_IMAGE: JsonObject = {"type": "input_image", "image_url": _DATA_URL}


def _asked(body: b.Body, part: JsonValue) -> JsonObject:
    """A request whose second message is the part."""
    return body({"role": "user", "content": [part]})


def _inline(mime: str, data: str) -> JsonObject:
    return {"inlineData": {"mimeType": mime, "data": data}}


_PART = "/messages/1/content/0"

IMAGE = Feature(
    "picture",
    "Picture in a question",
    _MEDIA,
    (
        Specimen("openai-chat", "`image_url`", _asked(b.chat, _CHAT_IMAGE), (_PART,)),
        *(
            Specimen(
                name, "`input_image`", _asked(body, _INPUT_IMAGE), ("/input/1/content/0",)
            )
            for name, body in b.LIKE_RESPONSES
        ),
        Specimen(
            "anthropic",
            "`image`",
            _asked(
                b.anthropic,
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/png", "data": b.IMAGE},
                },
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`, `fileData`",
            b.gemini(b.gemini_user(_inline("image/png", b.IMAGE))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "`image`",
            b.interactions(
                b.asked({"type": "image", "mime_type": "image/png", "data": b.IMAGE})
            ),
            ("/input/1/content/0",),
        ),
        Specimen(
            "bedrock",
            "`image`",
            _asked(b.bedrock, {"image": {"format": "png", "source": {"bytes": b.IMAGE}}}),
            (_PART,),
        ),
        Specimen("mistral", "`image_url`", _asked(b.mistral, _CHAT_IMAGE), (_PART,)),
        Specimen("cohere", "`image_url`", _asked(b.cohere, _CHAT_IMAGE), (_PART,)),
        Specimen(
            "ollama",
            "`images` of a message",
            b.ollama({"role": "user", "content": "And here?", "images": [b.IMAGE]}),
            ("/messages/1/images/0",),
        ),
    ),
)

AUDIO = Feature(
    "audio",
    "Recording in a question",
    _MEDIA,
    (
        Specimen(
            "openai-chat",
            "`input_audio`",
            _asked(
                b.chat,
                {"type": "input_audio", "input_audio": {"data": b.SOUND, "format": "wav"}},
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`",
            b.gemini(b.gemini_user(_inline("audio/wav", b.SOUND))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "`audio`",
            b.interactions(
                b.asked({"type": "audio", "mime_type": "audio/wav", "data": b.SOUND})
            ),
            ("/input/1/content/0",),
        ),
        Specimen(
            "bedrock",
            "`audio`",
            _asked(b.bedrock, {"audio": {"format": "wav", "source": {"bytes": b.SOUND}}}),
            (_PART,),
        ),
        Specimen(
            "mistral",
            "`input_audio`",
            _asked(b.mistral, {"type": "input_audio", "input_audio": b.SOUND}),
            (_PART,),
        ),
    ),
)

_FILE_URL = f"data:application/pdf;base64,{b.DOCUMENT}"
_INPUT_FILE: JsonObject = {
    "type": "input_file",
    "filename": "weather.pdf",
    "file_data": _FILE_URL,
}

FILES = Feature(
    "files",
    "Document in a question",
    _MEDIA,
    (
        Specimen(
            "openai-chat",
            "`file`",
            _asked(
                b.chat,
                {"type": "file", "file": {"filename": "weather.pdf", "file_data": _FILE_URL}},
            ),
            (_PART,),
        ),
        *(
            Specimen(name, "`input_file`", _asked(body, _INPUT_FILE), ("/input/1/content/0",))
            for name, body in b.LIKE_RESPONSES
        ),
        Specimen(
            "anthropic",
            "`document`",
            _asked(
                b.anthropic,
                {
                    "type": "document",
                    "source": {
                        "type": "base64",
                        "media_type": "application/pdf",
                        "data": b.DOCUMENT,
                    },
                },
            ),
            (_PART,),
        ),
        Specimen(
            "gemini",
            "`inlineData`, `fileData`",
            b.gemini(b.gemini_user(_inline("application/pdf", b.DOCUMENT))),
            ("/contents/1/parts/0",),
        ),
        Specimen(
            "gemini-interactions",
            "`document`",
            b.interactions(
                b.asked(
                    {"type": "document", "mime_type": "application/pdf", "data": b.DOCUMENT}
                )
            ),
            ("/input/1/content/0",),
        ),
        Specimen(
            "bedrock",
            "`document`",
            _asked(
                b.bedrock,
                {
                    "document": {
                        "format": "pdf",
                        "name": "weather",
                        "source": {"bytes": b.DOCUMENT},
                    }
                },
            ),
            (_PART,),
        ),
        Specimen(
            "mistral",
            "`document_url`",
            _asked(b.mistral, {"type": "document_url", "document_url": _FILE_URL}),
            (_PART,),
        ),
    ),
)

FEATURES = (
    IMAGE,
    AUDIO,
    FILES,
)

"""Where media of results may stand in what is written, in the words of forms."""

from collections.abc import Mapping

from crosswire.model import MediaPolicy

MEDIA_CHOICES: Mapping[MediaPolicy, str] = {
    "inside": "Inside them, where the format takes that",
    "beside": "Behind them, as parts of their own",
    "text": "As words that describe them",
}

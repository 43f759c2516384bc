"""What a program sends to a provider and what it is answered, written down beside the program.

    client = OpenAI()
    crosswire.record(client, "refused")

Where the provider refuses, request and answer are in a file of the folder, without keys, and
three lines on standard error say why, where, and what mends it. Nothing is changed on the way.
"""

from crosswire.recording.recorder import NotRecorded, Recording, record

__all__ = ["NotRecorded", "Recording", "record"]

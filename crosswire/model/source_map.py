"""Where the pieces stand of a value that was put together from several documents.

An answer that came as a stream is read as if it had come whole. `Places` knows, for the places
of that whole, the event in which each began: the model's addresses name the events, and
whoever needs the place in the whole (to write the answer again) gets it back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from crosswire.address import Address, ancestry, escape, is_within


class PlaceTable(dict[str, Address]):
    """Pointer in the whole -> where it began; what lies below goes along with it."""

    __slots__ = ("closed", "not_json", "pieces")

    def __init__(self, began: Address) -> None:
        super().__init__({"": began})
        self.closed: set[str] = set()
        """Pointers to JSON that came in pieces of text: nothing below it stands in the upload
        by itself."""
        self.not_json: list[str] = []
        """Pointers to texts that should have become JSON, and did not."""
        self.pieces: dict[str, list[Address]] = {}
        """Pointer in the whole -> where the pieces of it stand, in their order."""

    def came_in(self, pointer: str, pieces: Iterable[Address]) -> None:
        """Pieces of what stands at a pointer came at these addresses."""
        self.pieces.setdefault(pointer, []).extend(pieces)

    def all_within(self, pointers: Collection[str]) -> dict[str, list[Address]]:
        """For each of these pointers, of which none is within another: where what stands
        there began, and all of its pieces, each once."""
        found: dict[str, dict[Address, None]] = {}
        for pointer in (*self, *self.pieces):
            above = next((at for at in ancestry(Address(pointer)) if at in pointers), None)
            if above is not None:
                places = found.setdefault(above, {})
                if pointer in self:
                    places.setdefault(self[pointer])
                places.update(dict.fromkeys(self.pieces.get(pointer, ())))
        return {pointer: [*places] for pointer, places in found.items()}


class Places:
    """From places of the whole to the upload, and back."""

    __slots__ = ("known", "root", "table")

    def __init__(self, root: Address, table: PlaceTable) -> None:
        self.root = root
        """The address that the whole was read at; nothing else of the conversation stands
        below it."""
        self.table = table
        self.known: dict[Address, Address] = {}
        """Address in the upload -> place in the whole, of everything that was moved."""

    def moved(self, place: Address) -> Address:
        """The address in the upload of a place of the whole, which is remembered for the way
        back."""
        address = self.in_upload(place)
        self.known.setdefault(address, place)
        return address

    def stands(self, address: Address) -> None:
        """Something stands at this address of the upload and is none of the whole."""
        pointer = f"/ apart/{escape(address)}"
        self.table[pointer] = address
        self.known[address] = Address(self.root + pointer)

    def holds(self, place: Address) -> bool:
        """Whether a place is of the whole; beside an answer may stand a request that came in
        one piece."""
        return is_within(place, self.root)

    def in_upload(self, place: Address) -> Address:
        if not self.holds(place):
            return place
        pointer = place[len(self.root) :]
        above = next((at for at in ancestry(Address(pointer)) if at in self.table), "")
        rest = pointer[len(above) :]
        if rest[:1] in ("!", "@") or above in self.table.closed:
            rest = ""  # of a text that came in pieces only the first stands there
        return Address(self.table.get(above, self.root) + rest)

    def in_whole(self, address: Address) -> Address:
        """The place in the whole of an address in the upload, or of what would stand below it
        there."""
        for above in ancestry(address):
            place = self.known.get(above)
            if place is not None:
                return Address(place + address[len(above) :])
        return address

    def corrected(self, address: Address) -> Address:
        """The place of an address that was derived from another as if in one piece."""
        return self.in_upload(self.in_whole(address))

"""Values that are worked out once, and for which no other object waits."""

import threading

from crosswire.cached_property import cached_property


class Slow:
    """Says its name when all are asked at once."""

    def __init__(self, name: str, together: threading.Barrier) -> None:
        self.name, self.together, self.asked = name, together, 0

    @cached_property
    def value(self) -> str:
        """What it is called."""
        self.asked += 1
        self.together.wait(10)
        return self.name


def test_objects_of_one_class_are_worked_out_at_the_same_time() -> None:
    together = threading.Barrier(3)
    all_of_them = [Slow(name, together) for name in "abc"]
    said: list[str] = []
    threads = [threading.Thread(target=lambda one=one: said.append(one.value)) for one in all_of_them]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(said) == ["a", "b", "c"]


def test_a_value_is_worked_out_once_and_can_be_set_and_forgotten() -> None:
    one = Slow("a", threading.Barrier(1))
    assert [one.value, one.value] == ["a", "a"]
    assert one.asked == 1
    one.value = "b"
    assert one.value == "b"
    del one.value
    assert (one.value, one.asked) == ("a", 2)
    assert Slow.value.__doc__ == "What it is called."

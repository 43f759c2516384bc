"""The comparison on the battery as Markdown: Crosswire's cells beside those of the other converters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from crosswire.rules.rule import Severity
from tests.battery import SOURCES, histories, peers
from tests.battery_cells import Way, cells

OURS: dict[Way, str] = {"faithful": "**Crosswire**", "repaired": "**Crosswire, repaired**"}
TITLES = {
    "rosetta": "llm-rosetta",
    "lf": "linguafranca",
    "lite": "LiteLLM",
    "llmmsg": "llm-messages",
    "lingua": "Lingua",
    "bridge": "llm-bridge",
    "lc": "LangChain",
    "insp": "Inspect",
}
VARIANTS = {"anthropic+modify_params": "LiteLLM, modify_params", "gemini25": "LiteLLM, Gemini 2.5"}

FORCED: dict[tuple[str, str], tuple[str, str]] = {
    ("chat", "missing_result"): (
        "missing-result",
        "One of two calls has no result in the log. A conversion makes none up and takes no call away.",
    ),
    ("chat", "orphan_result"): (
        "orphan-result",
        "The log holds a result and not its call. A conversion makes no call up and takes no result away.",
    ),
    ("chat", "dup_id_in_turn"): (
        "duplicate-call-id",
        "Two calls of one turn have one id. It was logged, so that it stays; to give each its own is a "
        "repair. Gemini needs no ids, and names and order tell the two apart.",
    ),
    ("chat", "id_reused_later"): (
        "id-reused-later",
        "Two turns use one id. Chat Completions and Gemini look at one turn at a time and take it; "
        "where ids count over the whole conversation, a new one is a repair.",
    ),
    ("chat", "result_before_call"): (
        "result-before-call",
        "The result stands before its call. A conversion keeps the order of what happened as it was logged.",
    ),
    ("chat", "result_not_adjacent"): (
        "late-result",
        "The user speaks between a call and its result. In its own format nothing is moved; in the others "
        "the result stands where they want it, or may come late.",
    ),
    ("responses", "id_as_call_id"): (
        "item-id-as-call-id",
        "The output names the id of the item in place of the call's. Both ids are shown as they were. "
        "For Gemini the scorer compares names and counts alone.",
    ),
    ("responses", "output_no_callid"): (
        "absent-id",
        "An output without an id, in a log without any call. There is nothing that it could answer.",
    ),
    ("anthropic", "text_before_result"): (
        "text-before-result",
        "Text stands before the result. In its own format nothing is moved; in the others the result comes "
        "first.",
    ),
    ("gemini", "count_mismatch"): (
        "missing-result",
        "One of two calls has no response in the log. A conversion makes none up and takes no call away.",
    ),
}
"""History -> the rule that finds what forces a wrong cell on a faithful conversion, and why it does."""

STRICTER: dict[tuple[str, str, str], str] = {
    ("anthropic", "split_results", "anthropic"): (
        "Two user messages hold a result each. The API joins messages of one role that follow each other; "
        "the scorer looks at the first alone. Nothing is changed in a log's own format; a repair joins them."
    ),
}
"""Cells that the scorer finds wrong though the provider takes what stands there."""

_OF_OTHERS = (
    (
        "Ids are made at random, differently at both ends, or anew on each run",
        "test_id_plan::test_absent_ids_on_both_ends_get_one_made_id",
        "test_id_plan::test_made_ids_are_the_same_in_another_process",
    ),
    (
        "A logged id is thrown away because it looks made up",
        "test_id_plan::test_ids_that_the_target_takes_stay",
        "test_battery_comparison::test_every_id_stands_in_what_was_written_or_it_is_said_what_became_of_it",
    ),
    (
        "Two ids become one when refused characters are replaced",
        "test_id_plan::test_ids_that_differ_only_in_a_refused_character_stay_apart",
        "test_id_plan::test_different_ids_never_become_one",
    ),
    (
        "Ids that are too long are passed on, or cut at one end",
        "test_id_plan::test_every_format_takes_the_ids_that_it_is_given",
        "test_id_plan::test_a_refused_id_is_rewritten_on_both_ends_alike",
    ),
    (
        "Empty ids become one constant; a null makes the converter fail",
        "test_openai_chat::test_an_absent_id_stays_absent",
        "test_conversion_properties::test_nothing_breaks_on_broken_json",
    ),
    (
        "A second call with the id or the arguments of another is left out, its result is not",
        "test_battery_comparison::test_as_many_calls_and_results_come_out_as_went_in_or_a_loss_says_so",
        "test_conversion_properties::test_no_call_and_no_result_that_a_client_runs_is_lost_on_the_way",
    ),
    (
        "An id that comes again leads to the earlier call, whose name the result then gets",
        "test_battery_comparison::test_each_result_answers_the_call_that_it_answered",
        "test_gemini_writing::test_the_name_of_a_result_is_that_of_the_call_it_was_likely_meant_for",
    ),
    (
        "Results are made up, and orphans deleted, without being asked",
        "test_battery_comparison::test_as_many_calls_and_results_come_out_as_went_in_or_a_loss_says_so",
        "test_repair::test_a_missing_result_is_left_unless_a_choice_is_made",
        "test_battery_comparison::test_a_repair_says_each_call_and_result_that_it_leaves_out",
    ),
    (
        "Parallel results are spread over several messages",
        "test_gemini_writing::test_the_results_of_a_turn_share_a_content_in_the_order_of_the_calls",
        "test_anthropic::test_results_and_the_text_after_them_are_one_user_message_results_first",
    ),
    (
        "Text is put between a call and its result, or moved before the call without a word",
        "test_anthropic::test_text_that_stood_before_a_result_is_moved_behind_it",
        "test_openai_chat::test_results_come_before_what_stands_beside_them",
        "test_openai_chat::test_text_after_a_call_moves_before_it_and_is_said_to",
    ),
    (
        "Signatures and encrypted reasoning are written into another provider's fields, texts or ids",
        "test_conversion_properties::test_what_only_its_own_provider_can_read_reaches_no_other",
    ),
    (
        "Calls that the provider ran lose their output, or get a made-up result",
        "test_openai_responses::test_a_hybrid_item_is_one_call_with_the_result_inside",
        "test_anthropic::test_what_another_provider_ran_is_dropped_with_its_result",
    ),
    (
        "The call of a free-text tool is left out, its output is not",
        "test_openai_responses::test_a_custom_tool_stays_one_on_both_ends",
        "test_anthropic::test_a_custom_tool_takes_its_text_as_the_field_input",
    ),
    (
        "Arguments that are no object become `{}`, or the conversion fails",
        "test_writing::test_arguments_that_are_no_object_are_wrapped_and_said",
        "test_anthropic::test_arguments_are_an_object",
    ),
    (
        "Of the body of a Gemini response only one field is read",
        "test_gemini::test_a_text_is_found_in_what_sdks_wrap_around_it",
        "test_gemini::test_a_structure_is_kept_whole",
    ),
    (
        "Pictures in results become JSON text, or the conversion fails",
        "test_result_media::test_no_medium_goes_in_silence",
        "test_result_media::test_where_results_hold_only_text_a_message_of_the_user_shows_the_image",
    ),
    (
        "Tool names are passed on to providers that refuse them",
        "test_tool_names::test_every_name_of_a_payload_is_one_that_the_target_takes",
        "test_tool_names::test_no_two_names_become_one_and_all_are_taken",
    ),
    (
        "A system prompt in the middle is moved without a word, or the conversion fails",
        "test_anthropic::test_a_later_system_message_is_hoisted_as_not_every_model_takes_it_further_down",
    ),
    (
        "A converter's own fields and settings leak into the request",
        "test_conversion_properties::test_what_is_written_for_another_provider_is_what_its_types_take",
        "test_conversion_properties::test_a_rendering_accounts_for_every_part_value_and_id",
    ),
    (
        "In streams, calls are told apart by one key alone, and run together where it repeats",
        "test_streams::test_parallel_calls_are_told_apart_by_their_index",
        "test_streams::test_servers_that_count_calls_otherwise_are_read_where_one_reading_makes_sense",
    ),
)
"""What goes wrong in other converters, and the tests that hold it against this one."""


@cache
def converters() -> dict[tuple[str, str, str], dict[str, str]]:
    """Source, name and target -> title -> cell, of all converters, Crosswire last."""
    found = {
        where: {_title(column): cell for column, cell in columns.items()}
        for where, columns in peers().items()
    }
    for where, ways in cells().items():
        found[where] |= {OURS[way]: str(cell) for way, cell in ways.items()}
    return found


def _title(column: str) -> str:
    peer, _, variant = column.partition(":")
    return VARIANTS.get(variant, TITLES[peer])


def comparison() -> str:
    parts = [INTRODUCTION, _summary(), *_explained(), *_verdicts(), *_matrix()]
    return "\n".join([*parts, *_failures()]) + "\n"


def _summary() -> str:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for found in converters().values():
        for title, cell in found.items():
            counts[title][cell[:1]] += 1
    order = sorted(counts, key=lambda title: (title in OURS.values(), title.lower()))
    rows = []
    for title in order:
        count = counts[title]
        share = f"{100 * count['o'] / count.total():.0f} %"
        rows.append(
            f"| {title} | {count.total()} | {' | '.join(str(count[sign]) for sign in 'o!✗–')} | {share} |"
        )
    return "\n".join([*_head("converter", "cells", "ok", "wrong", "raised", "nothing", "share"), *rows, ""])


def _head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]


def _explained() -> Iterator[str]:
    wrong = {where: ways["faithful"] for where, ways in cells().items() if ways["faithful"].wrong}
    yield NOT_OK.format(all=len(wrong), forced=len(wrong) - len(STRICTER), stricter=len(STRICTER))
    yield from _head("history", "not ok in", "forced by", "why")
    for (source, name), (rule, why) in FORCED.items():
        told = [f"{c.target} ({', '.join(c.wrong)})" for w, c in wrong.items() if w[:2] == (source, name)]
        yield f"| {source} / {name} | {'; '.join(told)} | {rule} | {why} |"
    for (source, name, target), why in STRICTER.items():
        codes = ", ".join(wrong[source, name, target].wrong)
        yield f"| {source} / {name} | {target} ({codes}) | the scorer | {why} |"
    left = ", ".join(f"{s} / {n} in {t}" for (s, n, t), ways in cells().items() if ways["repaired"].wrong)
    yield REPAIRED.format(left=f"not ok is {left}, as the table says" if left else "every cell is ok")


def _verdicts() -> Iterator[str]:
    """Cells that the scorer takes and our own verdict does not."""
    yield VERDICTS
    yield from _head("in", "our verdict", "rule", "histories, converted", "and repaired")
    found: dict[tuple[str, str, str], dict[Way, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for ways in cells().values():
        for cell in ways.values():
            if not cell.wrong and cell.verdict.accepts is not True:
                for one in cell.verdict.findings:
                    told = "refuses" if one.severity is Severity.ERROR else "unsure"
                    names = found[cell.target, told, one.name][cell.way]
                    names[f"{cell.source} / {cell.name}"] = None
    for (target, told, rule), by_way in found.items():
        before, after = (", ".join(by_way[way]) or "none" for way in OURS)
        yield f"| {target} | {told} | {rule} | {before} | {'the same' if after == before else after} |"
    yield ""


def _matrix() -> Iterator[str]:
    yield MATRIX
    for source in SOURCES:
        for target in SOURCES:
            names = [name for from_, name in histories() if from_ == source]
            titles = list(converters()[source, names[0], target])
            yield f"#### From {source} to {target}\n"
            yield from _head("history", *titles)
            for name in names:
                found = converters()[source, name, target]
                yield f"| {name} | {' | '.join(_wrapped(found[title] for title in titles))} |"
            yield ""


def _wrapped(found: Iterable[str]) -> Iterator[str]:
    """Long lists of codes may break after each comma."""
    for cell in found:
        yield cell.replace(",", ", ")


def _failures() -> Iterator[str]:
    yield FAILURES
    yield from _head("what goes wrong", "tested here by")
    for what, *tests in _OF_OTHERS:
        yield f"| {what} | {', '.join(f'`{test}`' for test in tests)} |"


INTRODUCTION = """\
## Beside other converters

Each history in each of the four formats, by eight other converters and twice by Crosswire: as it was
logged, with ids filled in (`convert --ids fill`), and repaired before that (`repair --missing drop`).
All cells are scored by the one scorer of the battery, which looks at ids, pairs and order alone. A cell
is `ok` or names what is wrong; `✗` is an exception, `–` no output. `W` counts what the converter
itself said of losses, `R` the changes of a repair. The cells of the others are data, measured once with
llm-rosetta 0.13.0, martian-linguafranca 0.3.15, LiteLLM 1.106.2, llm-messages 0.5.5, Lingua 0.1.0,
llm-bridge 2.0.1, langchain-core 1.7.2 (its packages for OpenAI 1.7.3, for Anthropic 1.7.7) and Inspect
0.3.285. What `ok` does not say is whether anything was lost: a converter that deletes a lonely call, or
makes a result up, is `ok`. In ours, tests count the calls, results, pairs and ids of every cell.

LiteLLM's `badrole:system` comes from calling its function for messages alone. A scorer is no provider:
see the cells in which it is stricter.
"""

NOT_OK = """\
### What is not ok, and why

Of the faithful conversions {all} cells are not ok. {forced} of them are forced by what the key says was
planted: to put it right is a repair, which is asked for and shown as a diff. In {stricter} the scorer is
stricter than the provider. Another converter can be `ok` in such a cell only by changing what was
logged: a result is made up, a call or a result taken away, something moved.
"""

REPAIRED = """
After a repair, {left}. No cell is left because it is ambiguous.
"""

VERDICTS = """\
### What our own verdict says beyond the scorer

It knows more than ids and order. Cells that are `ok` above, and that it refuses or is unsure about:
"""

MATRIX = """\
### All cells
"""

FAILURES = """\
### How others fail, and what is tested here

Found in the sources and runs of those eight, and in reports about them; each line names tests that would
fail if Crosswire did the same.
"""

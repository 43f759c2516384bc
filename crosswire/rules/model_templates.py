"""The models whose own templates refuse a history, wherever the prompt is written by them.

Names are those under which the models are served: of a repository, of a file, of a program.
"""

OLD_MISTRAL = (
    r"(?i)(^|/)(open-)?(mixtral-8x|mistral-7b|mistral-nemo|ministral-(3|8)b-(instruct-)?2410"
    r"|mistral-(large|small)-(instruct-)?24\d\d)"
)
"""Mistral's models with a tokenizer of version 3, whose ids are nine letters and digits."""

ALTERNATING_MISTRAL = r"(?i)devstral|magistral|ministral|mistral|mixtral"
"""Mistral's models, whose user and assistant take turns but for calls and results."""

TAKING_ANY = r"(?i)(^|[/_])qwen-?2\.5-((coder|math)-)?\d"
"""Qwen 2.5, whose template takes any order of roles, any content in texts and parallel calls:
nothing in it raises an exception."""

ALTERNATING_GEMMA = r"(?i)gemma-?[123]\b|(^|/)gemma-(2|7)b"
"""Google's Gemma, whose user and assistant take turns."""

"""Keys whose shape says little, known by the name of their variable and their alphabet and
length together."""

from __future__ import annotations

from crosswire.secrets.secret_rule import HEX, SecretRule, made_up, named

_UNDOCUMENTED = "the key, as its console hands it out"

RULES: tuple[SecretRule, ...] = (
    named(
        "aws-secret-key",
        "AWS secret access key",
        "ecret_access_key ECRET_ACCESS_KEY ecretAccessKey",
        "(?![A-Za-z0-9/+]{0,34}EXAMPLE)[A-Za-z0-9/+]{40}",
        source="docs.aws.amazon.com/IAM, Manage access keys: 40 characters of base64",
        example=made_up(40),
        least_entropy=3.5,
    ),
    named(
        "aws-session-token",
        "AWS session token",
        "ession_token ESSION_TOKEN essionToken",
        "[A-Za-z0-9/+]{100,4000}={0,2}",
        source="docs.aws.amazon.com/STS, Credentials: no fixed length, base64",
        example=made_up(300),
        least_entropy=4.0,
    ),
    named(
        "mistral-key",
        "Mistral key",
        "MISTRAL_API_KEY mistral_api_key",
        "[A-Za-z0-9]{32}",
        source=f"docs.mistral.ai names the variable; {_UNDOCUMENTED}",
        example=made_up(32),
    ),
    named(
        "cohere-key",
        "Cohere key",
        "COHERE_API_KEY CO_API_KEY cohere_api_key",
        "[A-Za-z0-9]{40}",
        source=f"docs.cohere.com names the variable; {_UNDOCUMENTED}",
        example=made_up(40),
    ),
    named(
        "azure-openai-key",
        "Azure OpenAI key",
        "AZURE_OPENAI_API_KEY AZURE_OPENAI_KEY azure_openai_api_key",
        "[A-Za-z0-9]{32,84}",
        source=(
            "learn.microsoft.com names the variable: 32 hex digits, or 84 letters and "
            "digits since 2024"
        ),
        example=made_up(84),
    ),
    named(
        "twilio-auth-token",
        "Twilio auth token",
        "TWILIO_AUTH_TOKEN twilio_auth_token",
        "[0-9a-f]{32}",
        source="twilio.com/docs/iam names the variable: 32 hex digits",
        example=made_up(32, HEX),
    ),
    named(
        "datadog-key",
        "Datadog key",
        "DD_API_KEY DD_APP_KEY DD-API-KEY DD-APPLICATION-KEY DATADOG_API_KEY",
        "[0-9a-f]{32,40}",
        source=(
            "docs.datadoghq.com names variables and headers: 32 hex digits, "
            "application keys 40"
        ),
        example=made_up(32, HEX),
    ),
)

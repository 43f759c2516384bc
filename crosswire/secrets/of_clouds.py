"""Keys of clouds, of their stores and of who deploys to them."""

from __future__ import annotations

from crosswire.secrets.secret_rule import HEX, SecretRule, made_up, named, prefixed, whole_run

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_AZURE_SECRET = made_up(3) + "8Q" + "~" + made_up(34)
_TERRAFORM = made_up(14) + ".atlas" + "v1." + made_up(67)
_STORE_KEY = made_up(86)

RULES: tuple[SecretRule, ...] = (
    prefixed(
        "google-api-key",
        "Google API key",
        "AIza",
        "[0-9A-Za-z_-]{35}",
        source="cloud.google.com/docs/authentication/api-keys: AIza and 35 more",
        example="AI" + "za" + made_up(35),
    ),
    prefixed(
        "google-client-secret",
        "Google OAuth client secret",
        "GOCSPX-",
        "[A-Za-z0-9_-]{28}",
        source="developers.google.com/identity, OAuth clients: GOCSPX-",
        example="GOC" + "SPX-" + made_up(28),
    ),
    prefixed(
        "google-access-token",
        "Google access token",
        "ya29.",
        whole_run("[A-Za-z0-9_.-]", 20, 2100),
        source="developers.google.com/identity/protocols/oauth2: at most 2,048 bytes, ya29.",
        example="ya" + "29." + made_up(150),
    ),
    prefixed(
        "google-refresh-token",
        "Google refresh token",
        "1//0",
        "[A-Za-z0-9_-]{30,520}",
        source="developers.google.com/identity/protocols/oauth2: at most 512 bytes, 1//0",
        example="1/" + "/0" + made_up(98),
        least_entropy=3.5,
    ),
    prefixed(
        "aws-access-key",
        "AWS access key id",
        "AKIA ASIA",
        "(?![A-Z0-9]{9,12}EXAMPLE)[A-Z2-7]{16}",
        source="docs.aws.amazon.com/IAM, Unique identifiers: AKIA, temporary ASIA",
        example="AK" + "IA" + made_up(16, _UPPER),
    ),
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
    prefixed(
        "bedrock-key",
        "Amazon Bedrock key",
        "ABSK bedrock-api-key-",
        whole_run("[A-Za-z0-9+/]", 100, 1400) + "={0,2}",
        source=(
            "docs.aws.amazon.com/bedrock, API keys: long-term ABSK, short-term "
            "bedrock-api-key-"
        ),
        example="AB" + "SK" + made_up(128),
        least_entropy=4.0,
    ),
    SecretRule(
        "azure-store-key",
        "Azure access key",
        (b"AccountKey=", b"SharedAccessKey="),
        (
            rb"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{86}==|[A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])"
        ),
        (
            "learn.microsoft.com/azure, connection strings of Storage, Cosmos DB, Service Bus "
            "and Event Hubs"
        ),
        b"DefaultEndpointsProtocol=https;AccountName=x;Account"
        + b"Key="
        + _STORE_KEY.encode()
        + b"==;",
        group=1,
        least_entropy=4.0,
    ),
    SecretRule(
        "azure-client-secret",
        "Microsoft Entra client secret",
        (b"Q~",),
        (
            rb"(?:(?<![A-Za-z0-9_~.-])|(?<=\\[nrtbf]))[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}"
            rb"(?![A-Za-z0-9_~.-])"
        ),
        (
            "learn.microsoft.com/purview, Azure AD client secret: three, a digit, Q~ and 31 "
            "to 34 more"
        ),
        b'"' + _AZURE_SECRET.encode() + b'"',
        before=4,
        least_entropy=3.0,
    ),
    prefixed(
        "databricks-token",
        "Databricks token",
        "dapi",
        "[0-9a-f]{32}(?:-[0-9])?",
        source="docs.databricks.com, Personal access tokens: dapi and 32 hex digits",
        example="da" + "pi" + made_up(32, HEX),
    ),
    prefixed(
        "digitalocean-token",
        "DigitalOcean token",
        "dop_v1_ doo_v1_ dor_v1_",
        "[0-9a-f]{64}",
        seek="do",
        source="docs.digitalocean.com, Token prefixes: personal, OAuth and refresh tokens",
        example="dop" + "_v1_" + made_up(64, HEX),
    ),
    prefixed(
        "vault-token",
        "HashiCorp Vault token",
        "hvs. hvb. hvr.",
        "[A-Za-z0-9_-]{24,400}",
        seek="hv",
        source=(
            "developer.hashicorp.com/vault, Tokens: hvs. service, hvb. batch, hvr. recovery"
        ),
        example="hv" + "s." + made_up(95),
        least_entropy=3.3,
    ),
    SecretRule(
        "terraform-token",
        "HCP Terraform token",
        (b".atlasv1.",),
        (rb"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}(?![A-Za-z0-9_-])"),
        "developer.hashicorp.com/terraform, API tokens: 14, .atlasv1. and 67 more",
        b'"' + _TERRAFORM.encode() + b'"',
        before=14,
    ),
    prefixed(
        "doppler-token",
        "Doppler token",
        "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
        whole_run("[A-Za-z0-9_.-]", 40, 80),
        seek="dp.",
        source="docs.doppler.com, Token formats",
        example="dp." + "pt." + made_up(43),
    ),
    prefixed(
        "supabase-key",
        "Supabase key",
        "sbp_ sb_secret_",
        "[A-Za-z0-9_-]{30,60}",
        source="supabase.com/docs: access tokens sbp_, secret keys sb_secret_",
        example="sbp" + "_" + made_up(40, HEX),
    ),
    prefixed(
        "planetscale-token",
        "PlanetScale token",
        "pscale_tkn_ pscale_pw_ pscale_oauth_",
        whole_run("[A-Za-z0-9_.=-]", 32, 64),
        seek="pscale_",
        source="planetscale.com/docs: service tokens, passwords and OAuth tokens",
        example="pscale" + "_tkn_" + made_up(43),
    ),
)

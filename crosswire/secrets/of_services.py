"""Keys of services that send, pay, talk or watch."""

from __future__ import annotations

from crosswire.secrets.secret_rule import HEX, SecretRule, made_up, named, prefixed, whole_run

_DISCORD = (
    rb"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])"
)
_DISCORD_EXAMPLE = "M" + made_up(23) + "." + made_up(6) + "." + made_up(38)

RULES: tuple[SecretRule, ...] = (
    prefixed(
        "slack-token",
        "Slack token",
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb-",
        whole_run("[A-Za-z0-9%-]", 20, 300),
        seek="xo",
        source="docs.slack.dev, Tokens: xoxb-, xoxp-, xoxe-",
        example="xo"
        + "xb-"
        + "-".join((made_up(12, "0123456789"), made_up(13, "0123456789"), made_up(24))),
    ),
    prefixed(
        "slack-app-token",
        "Slack app token",
        "xapp-",
        "[A-Za-z0-9-]{20,300}",
        source="docs.slack.dev, Tokens: xapp-",
        example="xa"
        + "pp-1-"
        + "-".join((made_up(11), made_up(13, "0123456789"), made_up(64, HEX))),
    ),
    SecretRule(
        "slack-webhook",
        "Slack webhook",
        (b"hooks.slack.com/",),
        (
            rb"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z0-9]{6,16}/[A-Z0-9]{6,24}/"
            rb"([A-Za-z0-9]{20,40})"
        ),
        "docs.slack.dev, Incoming webhooks: the last part of the address",
        b"https://hooks.slack" + b".com/services/T0AAAAAAA/B0AAAAAAA/" + made_up(24).encode(),
        group=1,
    ),
    prefixed(
        "stripe-key",
        "Stripe key",
        "sk_live_ rk_live_ sk_test_ rk_test_",
        "[A-Za-z0-9]{16,247}",
        source="docs.stripe.com/keys: secret and restricted keys, live and test",
        example="sk" + "_live_" + made_up(24),
    ),
    prefixed(
        "webhook-secret",
        "Webhook signing secret",
        "whsec_",
        whole_run("[A-Za-z0-9+/]", 24, 100) + "={0,2}",
        source="docs.stripe.com/webhooks; the Standard Webhooks specification",
        example="wh" + "sec_" + made_up(32),
    ),
    prefixed(
        "twilio-key",
        "Twilio key",
        "SK",
        "[0-9a-f]{32}",
        source="twilio.com/docs/iam/api-keys: SK and 32 hex digits",
        example="S" + "K" + made_up(32, HEX),
        least_entropy=3.0,
    ),
    named(
        "twilio-auth-token",
        "Twilio auth token",
        "TWILIO_AUTH_TOKEN twilio_auth_token",
        "[0-9a-f]{32}",
        source="twilio.com/docs/iam names the variable: 32 hex digits",
        example=made_up(32, HEX),
    ),
    prefixed(
        "sendgrid-key",
        "SendGrid key",
        "SG.",
        r"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
        source="docs.sendgrid.com: SG., 22, a dot and 43 characters",
        example="S" + "G." + made_up(22) + "." + made_up(43),
    ),
    prefixed(
        "mailgun-key",
        "Mailgun key",
        "key-",
        "[0-9a-f]{32}",
        source="documentation.mailgun.com: key- and 32 hex digits",
        example="key" + "-" + made_up(32, HEX),
        least_entropy=3.0,
    ),
    prefixed(
        "shopify-token",
        "Shopify token",
        "shpat_ shpca_ shppa_ shpss_",
        "[0-9a-fA-F]{32}",
        seek="shp",
        source="shopify.dev, Access token formats",
        example="shp" + "at_" + made_up(32, HEX),
    ),
    prefixed(
        "square-token",
        "Square token",
        "sq0atp- sq0csp- sq0idp-",
        "[A-Za-z0-9_-]{22,43}",
        seek="sq0",
        source="developer.squareup.com: sq0atp- tokens, sq0csp- secrets",
        example="sq0" + "csp-" + made_up(43),
    ),
    SecretRule(
        "telegram-token",
        "Telegram bot token",
        (b":AA",),
        (rb"(?<=[0-9]{8}):(AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])"),
        "core.telegram.org/bots: the bot's public number, a colon and 35 characters",
        b"bot" + b"123456" + b"789" + b":AA" + made_up(33).encode() + b"/getMe",
        group=1,
        least_entropy=3.0,
    ),
    SecretRule(
        "discord-token",
        "Discord bot token",
        (b"Bot ", b"DISCORD_TOKEN", b"DISCORD_BOT_TOKEN", b"discord_token"),
        (
            rb"(?:Bot |(?:DISCORD_TOKEN|DISCORD_BOT_TOKEN|discord_token)\\{0,8}"
            rb"""["']? ?[:=] ?(?:\\{0,8}["'])?)(""" + _DISCORD + rb")"
        ),
        (
            "discord.com/developers, Authentication: `Authorization: Bot` and three parts "
            "of base64"
        ),
        b'{"Authorization": "Bot ' + _DISCORD_EXAMPLE.encode() + b'"}',
        group=1,
    ),
    SecretRule(
        "discord-webhook",
        "Discord webhook",
        (b"/api/webhooks/",),
        (rb"/api/webhooks/[0-9]{16,20}/([A-Za-z0-9_-]{60,80})"),
        "discord.com/developers, Webhooks: the last part of the address",
        b"https://discord.com/api/web" + b"hooks/100000000000000001/" + made_up(68).encode(),
        group=1,
    ),
    prefixed(
        "grafana-token",
        "Grafana token",
        "glsa_ glc_",
        whole_run("[A-Za-z0-9+/_=]", 32, 400),
        source="grafana.com/docs: service accounts glsa_, Grafana Cloud glc_",
        example="gl" + "sa_" + made_up(32) + "_" + made_up(8, HEX),
    ),
    prefixed(
        "newrelic-key",
        "New Relic key",
        "NRAK- NRII-",
        "[A-Za-z0-9_-]{19,42}",
        seek="NR",
        source="docs.newrelic.com, API keys: NRAK- user keys, NRII- insert keys",
        example="NR" + "AK-" + made_up(27, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
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
    prefixed(
        "age-key",
        "age secret key",
        "AGE-SECRET-KEY-1",
        "[A-Z0-9]{58}",
        source="age-encryption.org/v1: Bech32",
        example="AGE-SECRET-" + "KEY-1" + made_up(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    ),
)

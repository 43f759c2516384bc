"""Secrets of protocols and files of no one provider: tokens, passwords in URLs, private
keys; and what services write into an address of their own."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from binascii import Error, a2b_base64

from crosswire.secrets.secret_rule import SecretRule, made_up


def _has_a_digit(secret: bytes) -> bool:
    return any(48 <= character <= 57 for character in secret)


def _is_no_placeholder(secret: bytes) -> bool:
    """Not `$PASSWORD`, `{password}`, `<password>`, `***` or the word itself, as in docs."""
    bare = secret.strip(b"*.xX$#{}<>%[]()").lower()
    return bool(bare) and secret[:1] not in b"$<{[%" and not _PLACEHOLDERS.fullmatch(bare)


_PLACEHOLDERS = re.compile(
    rb"(?:your|my|the|some|db|user)?[ _-]?"
    rb"(?:password|passwd|pass|pwd|pw|secret|token|key|redacted|hidden)\d?"
)


def _holds_a_password(secret: bytes) -> bool:
    """Whether base64 holds `user:password`."""
    try:
        user, colon, password = a2b_base64(secret + b"=" * (-len(secret) % 4)).partition(b":")
    except Error:
        return False
    return bool(colon and password) and user.isascii()


def _segment(text: str) -> bytes:
    return urlsafe_b64encode(text.encode()).rstrip(b"=")


_JWT = b".".join(
    (_segment('{"alg":"HS256"}'), _segment('{"sub":"nobody"}'), made_up(43).encode())
)
_BASIC = b64encode(b"nobody:" + made_up(12).encode())
_PEM = b"PRIVATE " + b"KEY-----"
_STORE_KEY = made_up(86).encode() + b"=="
_DISCORD = (
    rb"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])"
)
_DISCORD_EXAMPLE = "M" + made_up(23) + "." + made_up(6) + "." + made_up(38)
_UUID = rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

RULES: tuple[SecretRule, ...] = (
    SecretRule(
        "private-key",
        "Private key",
        "RFC 7468, PKCS #1 and #8; RFC 4880 and OpenSSH's PROTOCOL.key",
        b'"-----BEGIN '
        + _PEM
        + b"\\n"
        + made_up(64).encode()
        + b"\\n"
        + made_up(40).encode()
        + b'\\n-----END"',
        keywords=(b"-----BEGIN ",),
        pattern=(
            # One character a time; a backslash only as the begin of a line end's escape.
            # Without its end, nothing but base64, or what follows a cut key would go with it.
            rb"-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----"
            rb"((?:[A-Za-z0-9+/=:,.()@ \t\r\n]|\\(?=[\\nrt])|-(?!-)){40,20000}(?=-----END)"
            rb"|(?:[A-Za-z0-9+/=\r\n]|\\(?=[\\nrt])){40,20000})"
        ),
        group=1,
        least_entropy=3.0,
        everywhere=True,
    ),
    SecretRule(
        "jwt",
        "JSON Web Token",
        "RFC 7519 and RFC 7515: three parts of base64url, the first two of which are JSON",
        b'"' + _JWT + b'"',
        keywords=(b"eyJ",),
        pattern=(
            rb"(?:(?<![A-Za-z0-9_+/.-])|(?<=\\[nrtbf]))"
            rb"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,6000}\.[A-Za-z0-9_-]{16,2000}"
        ),
        prefixes=(b"eyJ",),
        is_one_word=True,
    ),
    SecretRule(
        "url-password",
        "Password in an address",
        "RFC 3986, section 3.2.1: user:password@",
        b"postgresql://nobody:" + made_up(14).encode() + b"@localhost/db",
        keywords=(b"://",),
        pattern=rb"""://[^\s"'\\/@:<>{}\[\]]{0,100}:([^\s"'\\/@:<>`]{3,200})@[A-Za-z0-9\[]""",
        group=1,
        check=_is_no_placeholder,
        everywhere=True,
    ),
    SecretRule(
        "bearer-token",
        "Bearer token",
        "RFC 6750, section 2.1: Authorization: Bearer",
        b"Authorization: Bea" + b"rer " + made_up(32).encode(),
        keywords=(b"earer ",),
        pattern=rb"earer ([A-Za-z0-9._~+/=-]{16,4000})(?![A-Za-z0-9._~+/=-])",
        group=1,
        least_entropy=3.0,
        check=_has_a_digit,
    ),
    SecretRule(
        "basic-password",
        "User and password of a request",
        "RFC 7617: Authorization: Basic, user:password in base64",
        b"Authorization: Ba" + b"sic " + _BASIC,
        keywords=(b"asic ",),
        pattern=rb"asic ([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])",
        group=1,
        check=_holds_a_password,
        everywhere=True,
    ),
    SecretRule(
        "azure-store-key",
        "Azure access key",
        "learn.microsoft.com/azure, connection strings of Storage, Cosmos DB, Service Bus "
        "and Event Hubs",
        b"DefaultEndpointsProtocol=https;AccountName=x;Account" + b"Key=" + _STORE_KEY + b";",
        keywords=(b"AccountKey=", b"SharedAccessKey="),
        is_one_word=True,
        pattern=(
            rb"(?:AccountKey|SharedAccessKey)="
            rb"([A-Za-z0-9+/]{86}==|[A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])"
        ),
        group=1,
        least_entropy=4.0,
    ),
    SecretRule(
        "slack-webhook",
        "Slack webhook",
        "docs.slack.dev, Incoming webhooks: the last part of the address",
        b"https://hooks.slack" + b".com/services/T0AAAAAAA/B0AAAAAAA/" + made_up(24).encode(),
        keywords=(b"hooks.slack.com/",),
        is_one_word=True,
        pattern=(
            rb"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z0-9]{6,16}/[A-Z0-9]{6,24}/"
            rb"([A-Za-z0-9]{20,40})"
        ),
        group=1,
    ),
    SecretRule(
        "teams-webhook",
        "Microsoft Teams webhook",
        "learn.microsoft.com/microsoftteams, Incoming webhooks: the parts behind the name",
        b"https://x.webhook.office.com/webhookb2/00000000-0000-0000-0000-000000000000@"
        b"00000000-0000-0000-0000-000000000000/IncomingWebhook/"
        + made_up(32).lower().encode(),
        keywords=(b"/IncomingWebhook/",),
        is_one_word=True,
        pattern=rb"/IncomingWebhook/([0-9a-z]{32}(?:/" + _UUID + rb")?)(?![A-Za-z0-9_-])",
        group=1,
        least_entropy=3.0,
    ),
    SecretRule(
        "telegram-token",
        "Telegram bot token",
        "core.telegram.org/bots: the bot's public number, a colon and 35 characters",
        b"bot" + b"123456" + b"789" + b":AA" + made_up(33).encode() + b"/getMe",
        keywords=(b":A",),
        pattern=rb"(?<=[0-9]{5}):(A[A-Za-z0-9_-]{34})(?![A-Za-z0-9_-])",
        group=1,
        least_entropy=3.0,
    ),
    SecretRule(
        "discord-token",
        "Discord bot token",
        "discord.com/developers, Authentication: `Authorization: Bot`, three parts of base64",
        b'{"Authorization": "Bot ' + _DISCORD_EXAMPLE.encode() + b'"}',
        keywords=(b"Bot ", b"DISCORD_TOKEN", b"DISCORD_BOT_TOKEN", b"discord_token"),
        pattern=(
            rb"(?:Bot |(?:DISCORD_TOKEN|DISCORD_BOT_TOKEN|discord_token)\\{0,8}"
            rb"""["']? ?[:=] ?(?:\\{0,8}["'])?)(""" + _DISCORD + rb")"
        ),
        group=1,
    ),
    SecretRule(
        "discord-webhook",
        "Discord webhook",
        "discord.com/developers, Webhooks: the last part of the address",
        b"https://discord.com/api/web" + b"hooks/100000000000000001/" + made_up(68).encode(),
        keywords=(b"/api/webhooks/",),
        is_one_word=True,
        pattern=rb"/api/webhooks/[0-9]{16,20}/([A-Za-z0-9_-]{60,80})",
        group=1,
    ),
    SecretRule(
        "zapier-webhook",
        "Zapier webhook",
        "help.zapier.com, Webhooks: the parts behind catch",
        b"https://hooks.zapier.com/hooks/catch/1234567/" + made_up(7).lower().encode(),
        keywords=(b"hooks.zapier.com/hooks/catch/",),
        is_one_word=True,
        pattern=rb"hooks\.zapier\.com/hooks/catch/([0-9]{4,12}/[A-Za-z0-9]{6,20})",
        group=1,
    ),
    SecretRule(
        "gitlab-session",
        "GitLab session",
        "docs.gitlab.com: the cookie _gitlab_session",
        b"_gitlab_" + b"session=" + made_up(32, "0123456789abcdef").encode(),
        keywords=(b"_gitlab_session=",),
        is_one_word=True,
        pattern=rb"_gitlab_session=([0-9a-z]{32})(?![A-Za-z0-9_-])",
        group=1,
    ),
    SecretRule(
        "sidekiq-secret",
        "Sidekiq key",
        "github.com/sidekiq: credentials of its private gem server",
        b"BUNDLE_ENTERPRISE__CONTRIBSYS__COM=cafe" + b"babe:deadbeef ",
        keywords=(b"CONTRIBSYS__COM",),
        pattern=rb"CONTRIBSYS__COM\\{0,8}[\"']?[:=] ?\\{0,8}[\"']?([0-9a-f]{8}:[0-9a-f]{8})",
        group=1,
    ),
)

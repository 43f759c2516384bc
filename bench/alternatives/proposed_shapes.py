"""Shapes of secrets that crosswire/secrets does not know yet, as their providers hand them out.

`python -m bench.alternatives.secrets` tries them, so that what they find and where they raise false
alarms is known before they become rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crosswire.secrets.secret_rule import entropy

SHAPES = {
    "1password-key": r"A3-[A-Z0-9]{6}-[A-Z0-9]{6}-[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}",
    "adobe-secret": r"p8e-[a-z0-9]{32}",
    "airtable-token": r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    "alibaba-key": r"LTAI[A-Za-z0-9]{12,20}",
    "anyscale-key": r"esecret_[A-Za-z0-9]{26,64}",
    "artifactory-key": r"(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})",
    "brevo-key": r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
    "clickhouse-key": r"4b1d[A-Za-z0-9]{38}",
    "clojars-token": r"CLOJARS_[a-z0-9]{60}",
    "cloudflare-key": r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}",
    "dropbox-token": r"sl\.[A-Za-z0-9_=-]{130,1500}",
    "duffel-token": r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}",
    "dynatrace-token": r"dt0[a-z]01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}",
    "easypost-key": r"EZ[AT]K[A-Za-z0-9]{54}",
    "facebook-token": r"EAA[MC][A-Za-z0-9]{100,250}",
    "fly-token": r"(?:fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,2000}={0,3})",
    "frameio-token": r"fio-u-[A-Za-z0-9_=-]{64}",
    "harness-token": r"(?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}",
    "heroku-key": r"HRKU-AA[\w-]{58}",
    "hubspot-token": r"pat-[a-z]{2}[0-9]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "infracost-key": r"ico-[A-Za-z0-9]{32}",
    "mailchimp-key": r"[0-9a-f]{32}-us[0-9]{1,2}",
    "maxmind-key": r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk",
    "octopus-key": r"API-[A-Z0-9]{26}",
    "openshift-token": r"sha256~[\w-]{43}",
    "prefect-key": r"pn[ub]_[A-Za-z0-9]{36}",
    "pulumi-token": r"pul-[0-9a-f]{40}",
    "readme-key": r"rdme_[a-z0-9]{70}",
    "scalingo-token": r"tk-us-[\w-]{48}",
    "shippo-token": r"shippo_(?:live|test)_[0-9a-f]{40}",
    "sonar-token": r"sq[upa]_[0-9a-f]{40}",
    "sourcegraph-token": r"sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}",
    "typeform-token": r"tfp_[\w-]{40,60}",
    "voyage-key": r"pa-[\w-]{43}",
    "yandex-key": r"AQVN[\w-]{35,38}",
}
NAMED = re.compile(
    r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,40}_(?:API_KEY|TOKEN|SECRET|SECRET_KEY|PASSWORD)"
    r"\\{0,8}[\"']?\]? ?[:=,]>? ?(?:\\{0,8}[\"'])?([A-Za-z0-9_+/=-]{16,200})(?![A-Za-z0-9_+/=-])"
)
"""Any variable whose name says that its value is a secret."""
NO_SECRET = re.compile(r"your|example|xxxx|placeholder|dummy|fake|test|secret|token|key", re.IGNORECASE)
LEAST_ENTROPY = 3.3
_ANY = re.compile(rf"(?<![\w-])(?:{'|'.join(SHAPES.values())})(?![\w-])", re.ASCII)


def find(text: str) -> Iterator[str]:
    """What these shapes would find in a text."""
    yield from (found[0] for found in _ANY.finditer(text))
    for found in NAMED.finditer(text):
        value = found[1]
        is_random = entropy(value.encode()) >= LEAST_ENTROPY and re.search("[0-9]", value)
        if is_random and re.search("[A-Za-z]", value) and not NO_SECRET.search(value):
            yield value

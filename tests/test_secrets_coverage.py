"""Most of the kinds of keys that are widely known are found, by their shape or by the name of a variable."""

import random
import re

from crosswire.secrets import find_secrets
from crosswire.secrets.shape_language import ALPHABETS
from tests.selection import for_each

BY_SHAPE = """
1password A3-{u6}-{u11}-{u5}-{u5}-{u5}; 1password-service ops_eyJ{b250}; adobe-secret p8e-{l32};
age AGE-SECRET-KEY-1{q58}; airtable-pat pat{a14}.{h64}; alibaba LTAI{a20};
anthropic-admin sk-ant-admin01-{w93}AA; anthropic sk-ant-api03-{w93}AA; artifactory AKCp{a69};
artifactory-reference cmVmd{a59}; atlassian ATATT3{e186};
authress sc_{l12}.{l5}.acc-{l16}.{a60}; aws AKIA{i16}; aws-temporary ASIA{i16};
bedrock-long ABSK{b109}; azure-ad {a3}8Q~{w33}; clickhouse 4b1d{a38}; clojars CLOJARS_{l60};
cloudflare-origin v1.0-{h24}-{h146}; databricks dapi{h32}; digitalocean-access doo_v1_{h64};
digitalocean-pat dop_v1_{h64}; digitalocean-refresh dor_v1_{h64}; doppler dp.pt.{a43};
duffel duffel_live_{w43}; dynatrace dt0c01.{u24}.{u64}; easypost EZAK{a54}; easypost-test EZTK{a54};
defined dnkey-{w26}-{w52}; facebook-page EAAM{a120}; flutterwave-encryption FLWSECK_TEST-{h12};
flutterwave-public FLWPUBK_TEST-{h32}-X; flutterwave-secret FLWSECK_TEST-{h32}-X; fly fo1_{w43};
fly-2 fm2_{b120}; frameio fio-u-{w64}; gcp AIza{w35}; github-app ghs_{a36}; github-fine github_pat_{w82};
github-oauth gho_{a36}; github-pat ghp_{a36}; github-refresh ghr_{a36}; gitlab-job glcbt-{a2}_{w20};
gitlab-deploy gldt-{w20}; gitlab-flag glffct-{w20}; gitlab-feed glft-{w20}; gitlab-mail glimt-{w25};
gitlab-agent glagent-{w50}; gitlab-oauth gloas-{w64}; gitlab-pat glpat-{w20};
gitlab-routable glpat-{w27}.01{l7}; gitlab-trigger glptt-{h40}; gitlab-registration GR1348941{w20};
gitlab-runner glrt-{w20}; gitlab-runner-routable glrt-t1_{w27}.01{l7}; gitlab-scim glsoat-{w20};
gitlab-session _gitlab_session={l32}; gocardless live_{w40}; grafana-old eyJrIjoi{b70};
grafana-cloud glc_{b40}; grafana-service glsa_{a32}_{h8}; harness pat.{w22}.{a24}.{a20};
terraform {l14}.atlasv1.{w65}; heroku-2 HRKU-AA{w58}; huggingface hf_{c34};
huggingface-org api_org_{c34}; infracost ico-{a32}; intra42 s-s4t2ud-{h64};
jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0abcd.{w43}; linear lin_api_{a40}; lob live_{h35};
lob-public test_pub_{h31}; mailchimp {h32}-us12; mailgun key-{h32}; maxmind {a6}_{a29}_mmk;
new-relic-browser NRJS-{h19}; new-relic-insert NRII-{l32}; new-relic-user NRAK-{u27};
notion ntn_{d11}{a35}; npm npm_{a36}; octopus API-{u26}; openai sk-proj-{w74}T3BlbkFJ{w74};
openai-old sk-{a20}T3BlbkFJ{a20}; openshift sha256~{w43}; perplexity pplx-{a48};
plaid access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}; planetscale pscale_tkn_{w40};
planetscale-oauth pscale_oauth_{w40}; planetscale-password pscale_pw_{w40};
postman PMAK-{h24}-{h34}; prefect pnu_{a36}; pulumi pul-{h40}; pypi pypi-AgEIcHlwaS5vcmc{w70};
readme rdme_{l70}; rubygems rubygems_{h48}; scalingo tk-us-{w48}; sendgrid SG.{w22}.{w43};
sendinblue xkeysib-{h64}-{l16}; sentry-org sntrys_eyJpYXQiO{b80}_{b43}; sentry-user sntryu_{h64};
settlemint-app sm_aat_{a16}; settlemint-pat sm_pat_{a16}; settlemint-service sm_sat_{a16};
shippo shippo_live_{h40}; shopify shpat_{h32}; shopify-custom shpca_{h32}; shopify-private shppa_{h32};
shopify-shared shpss_{h32}; sidekiq BUNDLE_GEMS__CONTRIBSYS__COM={h8}:{h8};
sidekiq-url https://{h8}:{h8}@gems.contribsys.com/; slack-app xapp-1-A{u10}-{d13}-{h64};
slack-bot xoxb-{d12}-{d12}{a24}; slack-config xoxe.xoxp-1-{u163}; slack-refresh xoxe-1-{u146};
slack-legacy-bot xoxb-{d10}-{a22}; slack-legacy xoxs-{d10}-{d10}-{d10}-{h10};
slack-workspace xoxa-2-{a30}; slack-user xoxp-{d12}-{d12}-{d12}-{a32};
slack-webhook https://hooks.slack.com/services/T{u8}/B{u10}/{a24}; sonar squ_{h40};
sourcegraph sgp_{h16}_{h40}; sourcegraph-2 sgp_{h40}; square sq0atp-{w22}; square-2 EAAA{w60};
stripe sk_live_{a24}; telegram {d10}:AA{w33}; twilio SK{h32}; twitter-bearer AAAAAAAAAAAAAAAAAAAAAA{a90};
typeform tfp_{w59}; vault-batch hvb.{w138}; vault hvs.{w95}; yandex-token t1.{w12}.{w86};
yandex AQVN{w36}; yandex-aws YCAJE{w36}; alibaba-2 LTAI{a20};
teams https://x.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{l32}/{h8}-{h4}-{h4}-{h4}-{h12};
dropbox-short sl.{w135}; aws-bearer ABIA{i16}
"""
BY_NAME = """
adafruit_api_key {l32}; airtable_api_key {a17}; algolia_api_key {l32}; alibaba_secret_key {l30};
asana_client_secret {l32}; atlassian_api_token {l20}{h4}; beamer_api_token b_{w44};
bitbucket_client_secret {w64}; bittrex_access_key {l32}; bittrex_secret_key {l32}; meraki_api_key {h40};
cloudflare_api_key {w40}; cloudflare_global_api_key {h37}; codecov_access_token {l32};
cohere_api_token {a40}; coinbase_access_token {w64}; confluent_access_token {l16};
confluent_secret_key {l64}; contentful_delivery_api_token {w43}; datadog_access_token {l40};
discord_api_token {h64}; discord_client_secret {w32}; droneci_access_token {l32};
dropbox_api_secret {l15}; dropbox_long_lived_token {l11}AAAAAAAAAA{w43}; etsy_access_token {l24};
facebook_secret {h32}; facebook_access_token {d15}|{w30}; fastly_api_token {w32};
finicity_api_token {h32}; finicity_client_secret {l20}; finnhub_access_token {l20};
flickr_access_token {l32}; freemius_secret_key sk_{a29}; freshbooks_access_token {l64};
gitter_access_token {w40}; heroku_api_key {h8}-{h4}-{h4}-{h4}-{h12};
hubspot_api_key {h8}-{h4}-{h4}-{h4}-{h12}; intercom_api_key {w60}; jfrog_api_key {l73};
jfrog_identity_token {l64}; kraken_access_token {b85}; kucoin_access_token {h24};
kucoin_secret_key {h8}-{h4}-{h4}-{h4}-{h12}; launchdarkly_access_token {w40};
linear_client_secret {h32}; linkedin_client_secret {l16}; looker_client_secret {l24};
mailgun_signing_key {h32}-{h8}-{h8}; mapbox_api_token pk.{l60}.{l22}; mattermost_access_token {l26};
messagebird_api_token {l25}; netlify_access_token {w43}; new_relic_user_api_key {l64};
nytimes_access_token {w32}; okta_access_token 00{w40}; plaid_secret_key {l30}; privateai_api_token {l32};
rapidapi_access_token {w50}; sendbird_access_token {h40}; sentry_access_token {h64};
snyk_api_token {h8}-{h4}-{h4}-{h4}-{h12}; squarespace_access_token {h8}-{h4}-{h4}-{h4}-{h12};
sumologic_access_token {l64}; travisci_access_token {l22}; twitch_api_token {l30};
twitter_access_secret {l45}; twitter_access_token {d18}-{a30}; twitter_api_key {l25};
twitter_api_secret {l50}; zendesk_secret_key {l40}; administrator_login_password {w16}
"""


def kinds(table: str) -> list[tuple[str, str]]:
    rows = (row.strip().split(" ", 1) for row in table.strip().split(";"))
    return [(name, " ".join(shape.split())) for name, shape in rows]


def made(shape: str) -> str:
    chance = random.Random(shape)
    return re.sub(
        r"\{([a-z])([0-9]+)\}",
        lambda run: "".join(chance.choices(ALPHABETS[run[1]][1], k=int(run[2]))),
        shape,
    )


def test_they_are_most_of_those_that_scanners_of_code_know() -> None:
    assert len(kinds(BY_SHAPE)) + len(kinds(BY_NAME)) >= 185


@for_each(("name", "shape"), kinds(BY_SHAPE), ids=[name for name, _ in kinds(BY_SHAPE)])
def test_a_kind_is_found_by_its_shape(name: str, shape: str) -> None:
    found = find_secrets(f'{{"note": "{made(shape)}"}}'.encode())
    assert [one.is_sure for one in found] == [True]


@for_each(("name", "shape"), kinds(BY_NAME), ids=[name for name, _ in kinds(BY_NAME)])
def test_a_kind_is_found_under_the_name_of_its_variable(name: str, shape: str) -> None:
    key = made(shape)
    for text in (f"{name.upper()}={key}", f'{{"{name}": "{key}"}}', f"{name}: {key}"):
        data = text.encode()
        assert any(data[one.start : one.end] in key.encode() for one in find_secrets(data)), text

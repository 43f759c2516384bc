"""Keys of services that send, pay, talk or watch."""

from __future__ import annotations

SHAPES = """
slack-token: Slack token
  xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- {%16-300}
  docs.slack.dev, Tokens: xoxb-, xoxp-, xoxe-
slack-app-token: Slack app token
  xapp- {%20-300}
  docs.slack.dev, Tokens: xapp-
stripe-key: Stripe key
  sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_ {a16-247}
  docs.stripe.com/keys: secret and restricted keys, live and test
webhook-secret: Webhook signing secret
  whsec_ {b24-100}{=0-2}
  docs.stripe.com/webhooks; the Standard Webhooks specification
twilio-key: Twilio key 3.0
  SK{H32}
  twilio.com/docs/iam/api-keys: SK and 32 hex digits
sendgrid-key: SendGrid key
  SG.{w22}.{w43}
  docs.sendgrid.com: SG., 22, a dot and 43 characters
mailgun-key: Mailgun key 3.0
  key-{h32}
  documentation.mailgun.com: key- and 32 hex digits
mailchimp-key: Mailchimp key
  {h32}-us{d1-2}
  mailchimp.com/developer: 32 hex digits and the data center
mandrill-key: Mandrill key
  md-{w22}
  mailchimp.com/developer/transactional
brevo-key: Brevo key
  xkeysib- xsmtpsib- {h64}-{a16}
  developers.brevo.com
resend-key: Resend key
  re_{a8}_{a20-30}
  resend.com/docs
shopify-token: Shopify token
  shpat_ shpca_ shppa_ shpss_ shptka_ {H32}
  shopify.dev, Access token formats
square-token: Square token
  sq0atp- sq0csp- sq0idp- {w22-60}
  EAAA{w50-64}
  developer.squareup.com: sq0atp- tokens, sq0csp- secrets
plaid-token: Plaid token
  access-sandbox- access-development- access-production- {uuid}
  plaid.com/docs
braintree-token: Braintree token
  access_token$production$ access_token$sandbox$ {l16}${h32}
  developer.paypal.com/braintree
flutterwave-key: Flutterwave key
  FLWSECK- FLWSECK_TEST- FLWPUBK_TEST- {l32}-X
  FLWSECK_TEST-{l12}
  developer.flutterwave.com
gocardless-token: GoCardless token
  live_ sandbox_ {e40}
  developer.gocardless.com
lob-key: Lob key
  live_ test_ {h35}
  live_pub_ test_pub_ {h31}
  docs.lob.com
shippo-token: Shippo token
  shippo_live_ shippo_test_ {H40}
  docs.goshippo.com
easypost-key: EasyPost key
  EZAK EZTK {a54}
  docs.easypost.com
duffel-token: Duffel token
  duffel_live_ duffel_test_ {e43}
  duffel.com/docs
grafana-token: Grafana token
  glsa_{a32}_{H8}
  glc_ {b32-400}{=0-3}
  eyJrIjoi {b62-400}{=0-3}
  grafana.com/docs: service accounts glsa_, Grafana Cloud glc_, formerly JSON in base64
newrelic-key: New Relic key
  NRAK- NRII- NRJS- NRRA- {w19-42}
  docs.newrelic.com, API keys: NRAK- user keys, NRII- insert keys
dynatrace-token: Dynatrace token
  dt0c01. dt0s01. dt0s02. dt0s16. {u24}.{u64}
  docs.dynatrace.com, Token format
honeycomb-key: Honeycomb key
  hcaik_ hcbik_ hcamk_ hcalk_ {a40-70}
  docs.honeycomb.io
posthog-key: PostHog personal key
  phx_{a40-50}
  posthog.com/docs
intercom-token: Intercom token
  dG9rO{b53-60}{=0-2}
  developers.intercom.com
hubspot-token: HubSpot token
  pat-na1- pat-na2- pat-eu1- pat-ap1- {uuid}
  developers.hubspot.com, Private apps
salesforce-session: Salesforce session
  00D{a12-15}!{t80-150}
  developer.salesforce.com
typeform-token: Typeform token
  tfp_{t40-64}
  typeform.com/developers
dropbox-token: Dropbox token
  sl. {e130-1500}
  dropbox.com/developers
facebook-token: Facebook token
  EAAM EAAC EAAG EAAB {a100-250}
  developers.facebook.com
twitter-token: X bearer token 3.5
  AAAAAAAAAAAAAAAAAAAAAA {%80-100}
  developer.x.com, Bearer tokens
mapbox-token: Mapbox secret token
  sk.eyJ tk.eyJ {w40-200}.{w22}
  docs.mapbox.com, Token format: pk. is public, sk. secret
maxmind-key: MaxMind key
  {a6}_{a29}_mmk
  support.maxmind.com
adobe-secret: Adobe client secret
  p8e-{a32}
  developer.adobe.com
riot-key: Riot Games key
  RGAPI-{uuid}
  developer.riotgames.com
alchemy-token: Alchemy token
  alcht_{a30}
  alchemy.com/docs
nostr-key: Nostr secret key
  nsec1{l58}
  github.com/nostr-protocol: NIP-19
age-key: age secret key
  AGE-SECRET-KEY-1{q58}
  age-encryption.org/v1: Bech32
"""

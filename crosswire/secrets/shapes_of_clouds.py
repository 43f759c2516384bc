"""Keys of clouds, of their stores, databases and vaults, and of who deploys to them."""

from __future__ import annotations

SHAPES = """
google-api-key: Google API key
  AIza{w35}
  cloud.google.com/docs/authentication/api-keys: AIza and 35 more
google-client-secret: Google OAuth client secret
  GOCSPX-{w28}
  developers.google.com/identity, OAuth clients: GOCSPX-
google-access-token: Google access token
  ya29. {t20-2100}
  developers.google.com/identity/protocols/oauth2: at most 2,048 bytes, ya29.
google-refresh-token: Google refresh token 3.5
  1//0{w30-520}
  developers.google.com/identity/protocols/oauth2: at most 512 bytes, 1//0
firebase-key: Firebase Cloud Messaging key
  {w11}:APA91b{w134}
  firebase.google.com/docs/cloud-messaging: server keys of the former interface
aws-access-key: AWS access key id
  AKIA ASIA ABIA ACCA {i16}
  docs.aws.amazon.com/IAM, Unique identifiers: AKIA, temporary ASIA, bearer ABIA, ACCA
bedrock-key: Amazon Bedrock key 4.0
  ABSK bedrock-api-key- {b100-1400}{=0-2}
  docs.aws.amazon.com/bedrock, API keys: long-term ABSK, short-term bedrock-api-key-
azure-client-secret: Microsoft Entra client secret 3.0
  {~3}{d1}Q~{~31-34}
  learn.microsoft.com/purview, Azure AD client secret: three, a digit, Q~ and 31 to 34 more
azure-devops-token: Azure DevOps token
  {a76}AZDO{a4}
  learn.microsoft.com/azure/devops, Personal access tokens: 84 signs, AZDO among them
azure-signed-key: Azure key that names itself
  {a33}AzCa{b6}
  {a33}AcDb{b6}
  {a33}AzFu{b6}
  learn.microsoft.com/purview, Identifiable keys of Azure
alibaba-key: Alibaba Cloud key id
  LTAI{a12-24}
  alibabacloud.com/help, AccessKey: LTAI
tencent-key: Tencent Cloud key id
  AKID{a32}
  cloud.tencent.com/document, SecretId: AKID
yandex-key: Yandex Cloud key
  AQVN{w35-38}
  YCAJE{w20-40}
  YCN{w36-40}
  yandex.cloud/docs/iam, API keys and static keys
yandex-token: Yandex Cloud token
  t1. {w9-600}{=0-2}.{w86}{=0-2}
  yandex.cloud/docs/iam, IAM tokens: t1.
databricks-token: Databricks token
  dapi{h32}
  dapi{h32}-{d1}
  docs.databricks.com, Personal access tokens: dapi and 32 hex digits
digitalocean-token: DigitalOcean token
  dop_v1_ doo_v1_ dor_v1_ {h64}
  docs.digitalocean.com, Token prefixes: personal, OAuth and refresh tokens
digitalocean-space-key: DigitalOcean Spaces key
  DO00{u16}
  docs.digitalocean.com, Spaces access keys
scaleway-key: Scaleway key id
  SCW{u17}
  scaleway.com/en/docs: SCW
vault-token: HashiCorp Vault token 3.3
  hvs. hvb. hvr. {w24-400}
  developer.hashicorp.com/vault, Tokens: hvs. service, hvb. batch, hvr. recovery
terraform-token: HCP Terraform token
  {a14}.atlasv1.{e60-70}
  developer.hashicorp.com/terraform, API tokens: 14, .atlasv1. and 67 more
doppler-token: Doppler token
  dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. {t40-80}
  docs.doppler.com, Token formats
infisical-token: Infisical token
  st.{h24}.{h32}.{h32}
  infisical.com/docs, Service tokens
1password-key: 1Password secret key
  A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}
  A3-{u6}-{u11}-{u5}-{u5}-{u5}
  support.1password.com, Secret Key
1password-token: 1Password service account token
  ops_eyJ {B200-2000}
  developer.1password.com, Service accounts
supabase-key: Supabase key
  sbp_ sb_secret_ {w30-60}
  supabase.com/docs: access tokens sbp_, secret keys sb_secret_
planetscale-token: PlanetScale token
  pscale_tkn_ pscale_pw_ pscale_oauth_ {t32-64}
  planetscale.com/docs: service tokens, passwords and OAuth tokens
neon-key: Neon key
  napi_{l60-70}
  neon.com/docs
mongodb-secret: MongoDB Atlas client secret
  mdb_sa_sk_{w40}
  mongodb.com/docs/atlas, Service accounts
clickhouse-key: ClickHouse Cloud key
  4b1d{a38}
  clickhouse.com/docs/cloud
elastic-key: Elastic Cloud key
  essu_{b40-200}{=0-2}
  elastic.co/docs
confluent-secret: Confluent API secret
  cflt{b60}
  docs.confluent.io
heroku-key: Heroku key
  HRKU-AA{w58}
  devcenter.heroku.com
render-key: Render key
  rnd_{a28-40}
  render.com/docs
netlify-token: Netlify token
  nfp_{w36-46}
  docs.netlify.com
vercel-token: Vercel token
  vercel_blob_rw_{a16}_{a30-40}
  vcp_{a40-70}
  vercel.com/docs
fly-token: Fly.io token
  fo1_{w43}
  fm1r_ fm1a_ fm2_ {b100-2000}{=0-3}
  fly.io/docs, Access tokens
cloudflare-origin-key: Cloudflare Origin CA key
  v1.0-{h24}-{h146}
  developers.cloudflare.com
openshift-token: OpenShift token
  sha256~{w43}
  docs.redhat.com, OpenShift
pulumi-token: Pulumi token
  pul-{h40}
  pulumi.com/docs
prefect-key: Prefect key
  pnu_ pnb_ {a36}
  docs.prefect.io
harness-token: Harness token
  pat. sat. {w22}.{a24}.{a20}
  developer.harness.io
infracost-key: Infracost key
  ico-{a32}
  infracost.io/docs
scalingo-token: Scalingo token
  tk-us-{w48}
  developers.scalingo.com
octopus-key: Octopus Deploy key
  API-{u26}
  octopus.com/docs
tailscale-key: Tailscale key
  tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook- {w20-80}
  tailscale.com/kb
defined-token: Defined Networking token
  dnkey-{w26}-{w52}
  docs.defined.net
authress-key: Authress access key
  sc_ ext_ scauth_ authress_ {l5-30}.{l4-6}.acc-{l10-32}.{B30-120}
  authress.io/knowledge-base
settlemint-token: SettleMint token
  sm_aat_ sm_pat_ sm_sat_ {a16}
  console.settlemint.com
"""

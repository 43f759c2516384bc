"""Tokens of code hosts, package registries and the tools beside them."""

from __future__ import annotations

SHAPES = """
github-token: GitHub token
  ghp_ gho_ ghu_ ghs_ ghr_ {a36-255}
  docs.github.com, GitHub's token formats
github-fine-token: GitHub fine-grained token
  github_pat_ {w60-255}
  docs.github.com, GitHub's token formats
gitlab-token: GitLab token
  glpat- gldt- glrt- glptt- glcbt- glagent- glsoat- {t20-300}
  glft- glffct- glimt- gloas- glwt- {t20-300}
  docs.gitlab.com/security/tokens, Token prefixes
gitlab-runner-token: GitLab registration token
  GR1348941{w20}
  docs.gitlab.com/security/tokens, Token prefixes
bitbucket-token: Bitbucket app password
  ATBB{a28-40}
  support.atlassian.com, App passwords
npm-token: npm token
  npm_{a36}
  github.blog, npm's token format: npm_ and 36 more
pypi-token: PyPI token
  pypi-AgE{w60-1000}
  pypi.org/help, API tokens: pypi- and a macaroon in base64
rubygems-key: RubyGems key
  rubygems_{h48}
  guides.rubygems.org, API key scopes: rubygems_ and 48 hex digits
nuget-key: NuGet key
  oy2{l43}
  learn.microsoft.com/nuget
crates-token: crates.io token
  cio{a32}
  doc.rust-lang.org/cargo
clojars-token: Clojars token
  CLOJARS_{l60}
  github.com/clojars: deploy tokens
deno-token: Deno Deploy token
  ddp_ ddo_ {a36}
  docs.deno.com
packagist-token: Packagist token
  packagist_ort_ packagist_uut_ {h30-80}
  packagist.com/docs
docker-token: Docker Hub token
  dckr_pat_ dckr_oat_ {w27-40}
  docs.docker.com/security, Access tokens: dckr_pat_, of organisations dckr_oat_
artifactory-key: Artifactory key 3.5
  AKCp{a69}
  cmVmd{a59}
  jfrog.com/help, API keys and reference tokens
sonar-token: SonarQube token
  squ_ sqp_ sqa_ {h40}
  docs.sonarsource.com, User, project and global tokens
sourcegraph-token: Sourcegraph token
  sgp_{h16}_{h40}
  sgp_local_ sgp_ {h40}
  sourcegraph.com/docs
snyk-token: Snyk token
  snyk_uat. snyk_sat. {t40-300}
  docs.snyk.io
socket-key: Socket key
  sktsec_{w30-80}
  docs.socket.dev
circleci-token: CircleCI token
  CCIPAT_ CCIPRJ_ {a22}_{h40}
  circleci.com/docs
buildkite-token: Buildkite token
  bkua_ bkct_ bkaj_ {a38-70}
  buildkite.com/docs
jetbrains-token: JetBrains token
  perm: perm- {b12-80}{=0-2}.{b4-80}{=0-2}.{a24-60}
  jetbrains.com/help, Permanent tokens
atlassian-token: Atlassian token
  ATATT3 ATCTT3 {e120-400}
  support.atlassian.com, API tokens: ATATT3, of repositories ATCTT3
trello-token: Trello token
  ATTA{h64}{a8}
  developer.atlassian.com/cloud/trello
postman-key: Postman key
  PMAK-{h24}-{h34}
  learning.postman.com: PMAK-
linear-key: Linear key
  lin_api_ lin_oauth_ {a32-64}
  linear.app/developers: lin_api_, lin_oauth_
asana-token: Asana token
  1/{d15-17}:{h32}
  2/{d15-17}/{d15-17}:{h32}
  developers.asana.com, Personal access tokens
clickup-token: ClickUp token
  pk_{d6-9}_{u32}
  developer.clickup.com
figma-token: Figma token
  figd_ figo_ {w30-60}
  developers.figma.com, Personal access tokens: figd_
frameio-token: Frame.io token
  fio-u-{e64}
  developer.frame.io
airtable-token: Airtable token
  pat{a14}.{h64}
  airtable.com/developers: personal access tokens
notion-token: Notion token 3.3
  ntn_ secret_ {a40-50}
  developers.notion.com: ntn_; until September 2024 secret_
contentful-token: Contentful token
  CFPAT-{w43}
  contentful.com/developers: personal access tokens
readme-key: ReadMe key
  rdme_{l70}
  docs.readme.com
sentry-token: Sentry token
  sntrys_ sntryu_ {B60-400}
  docs.sentry.io, Auth tokens: of organisations sntrys_, of users sntryu_
launchdarkly-key: LaunchDarkly key
  sdk- api- {uuid}
  launchdarkly.com/docs: SDK keys and access tokens
intra42-secret: 42 Intra client secret
  s-s4t2ud- s-s4t2af- {h64}
  api.intra.42.fr
"""

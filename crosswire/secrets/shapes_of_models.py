"""Keys of those who serve models, and of what is built around them."""

from __future__ import annotations

SHAPES = """
anthropic-key: Anthropic key
  sk-ant- {l3-12}-{w20-200}
  docs.anthropic.com, Admin API: sk-ant-api, sk-ant-admin; of OAuth sk-ant-oat, sk-ant-ort
openai-key: OpenAI key
  sk-proj- sk-svcacct- sk-admin- sk-None- {w20-250}
  platform.openai.com, API reference: keys of projects, service accounts and admins
openrouter-key: OpenRouter key
  sk-or-v1-{h64}
  openrouter.ai/docs, Authentication
langfuse-key: Langfuse secret key
  sk-lf-{uuid}
  langfuse.com/docs: sk-lf- and a UUID (pk-lf- is public)
langwatch-key: LangWatch key
  sk-lw-{w40-80}
  docs.langwatch.ai
helicone-key: Helicone key
  sk-helicone- {w20-60}
  docs.helicone.ai
langsmith-key: LangSmith key
  lsv2_pt_ lsv2_sk_ {h32}_{h10}
  docs.smith.langchain.com: personal tokens lsv2_pt_, service keys lsv2_sk_
groq-key: Groq key
  gsk_{a40-64}
  console.groq.com/docs: gsk_
xai-key: xAI key
  xai-{a60-100}
  docs.x.ai: xai-
perplexity-key: Perplexity key
  pplx-{a40-64}
  docs.perplexity.ai: pplx-
replicate-token: Replicate token
  r8_{a37-40}
  replicate.com/docs: tokens begin with r8_ and have 40 characters
huggingface-token: Hugging Face token
  hf_ api_org_ {a30-40}
  huggingface.co/docs, User access tokens: hf_; of organisations, formerly: api_org_
nvidia-key: NVIDIA key
  nvapi-{w60-80}
  docs.api.nvidia.com: nvapi-
cerebras-key: Cerebras key
  csk-{l40-64}
  inference-docs.cerebras.ai
fireworks-key: Fireworks key 3.3
  fw_{a22-30}
  docs.fireworks.ai
together-key: Together key
  tgp_v1_{w40-50}
  docs.together.ai
elevenlabs-key: ElevenLabs key
  sk_{h48}
  elevenlabs.io/docs
tavily-key: Tavily key
  tvly- {w30-64}
  docs.tavily.com: tvly-
firecrawl-key: Firecrawl key
  fc-{h32}
  docs.firecrawl.dev
jina-key: Jina key
  jina_{w55-65}
  jina.ai
voyage-key: Voyage key
  pa-{w43}
  docs.voyageai.com
pinecone-key: Pinecone key
  pcsk_{a5-7}_{a55-75}
  docs.pinecone.io
anyscale-key: Anyscale key
  esecret_{a26-64}
  docs.anyscale.com
runpod-key: RunPod key
  rpa_{a40-50}
  docs.runpod.io
llamacloud-key: LlamaCloud key
  llx-{a40-64}
  docs.cloud.llamaindex.ai
wandb-key: Weights & Biases key
  wandb_v1_{w60-100}
  docs.wandb.ai
e2b-key: E2B key
  e2b_{h40}
  e2b.dev/docs: e2b_
browserbase-key: Browserbase key
  bb_live_ bb_test_ {w20-50}
  docs.browserbase.com
cursor-key: Cursor key
  key_{h64}
  docs.cursor.com
vercel-key: Vercel AI Gateway key
  vck_{a40-70}
  vercel.com/docs
promptlayer-key: PromptLayer key
  pl_{h32}
  docs.promptlayer.com
mem0-key: Mem0 key
  m0-{a40}
  docs.mem0.ai
sk-key: Key of the shape sk-… 3.3
  sk-{a20-64}
  older keys of OpenAI; DeepSeek, Moonshot and others who speak its API took the shape over
"""

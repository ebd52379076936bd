import { keyPlaceholder } from './keyPlaceholder.ts';

/** What is known of a service by its host, from its own documentation. A proposal, never a rule. */
export interface KnownService {
  /** A proper name, which is not translated. */
  readonly name: string;
  /** Host names; `*` stands for any part of one. */
  readonly hosts: readonly string[];
  /** The path of its base address. One that begins like it is completed. Missing if it differs between accounts. */
  readonly path?: string | undefined;
  /** The headers that it expects, with `${key}` in place of the key; otherwise `Authorization: Bearer`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path of its model list from the root of its host, if that is not `/models` below the base address. */
  readonly modelsPath?: string | undefined;
  /** There is no model list at an address with this in its path. */
  readonly noListBelow?: string | undefined;
}

const azureHeaders = { 'api-key': keyPlaceholder };

const azureHosts = [
  '*.openai.azure.com',
  '*.cognitiveservices.azure.com',
  '*.services.ai.azure.com',
  '*.openai.azure.us',
];

const deployments = '/openai/deployments';

/** In the order in which they are offered. Where two have the same host, the first one completes an address without a path. */
const knownServices: readonly KnownService[] = [
  { name: 'OpenAI', hosts: ['api.openai.com'], path: '/v1' },
  { name: 'OpenRouter', hosts: ['openrouter.ai'], path: '/api/v1' },
  { name: 'Groq', hosts: ['api.groq.com'], path: '/openai/v1' },
  { name: 'Mistral', hosts: ['api.mistral.ai'], path: '/v1' },
  { name: 'DeepSeek', hosts: ['api.deepseek.com'], path: '/v1' },
  { name: 'Google Gemini', hosts: ['generativelanguage.googleapis.com'], path: '/v1beta/openai' },
  {
    name: 'Anthropic',
    hosts: ['api.anthropic.com'],
    path: '/v1',
    headers: { 'x-api-key': keyPlaceholder, 'anthropic-version': '2023-06-01' },
  },
  { name: 'xAI', hosts: ['api.x.ai'], path: '/v1' },
  {
    name: 'Azure OpenAI',
    hosts: azureHosts,
    path: '/openai/v1',
    headers: azureHeaders,
    noListBelow: deployments,
  },
  {
    name: 'Azure AI Foundry',
    hosts: ['*.services.ai.azure.com'],
    path: '/models',
    headers: azureHeaders,
    noListBelow: '/models',
  },
  {
    name: 'Azure API Management',
    hosts: ['*.azure-api.net'],
    headers: azureHeaders,
    noListBelow: deployments,
  },
  {
    name: 'Portkey',
    hosts: ['api.portkey.ai'],
    path: '/v1',
    headers: { 'x-portkey-api-key': keyPlaceholder },
  },
  {
    name: 'Baseten',
    hosts: ['inference.baseten.co'],
    path: '/v1',
    headers: { Authorization: `Api-Key ${keyPlaceholder}` },
  },
  {
    name: 'GitHub Models',
    hosts: ['models.github.ai'],
    path: '/inference',
    modelsPath: 'catalog/models',
  },
  { name: 'GitHub Models', hosts: ['models.inference.ai.azure.com'], path: '' },
  { name: 'Perplexity', hosts: ['api.perplexity.ai'], path: '', noListBelow: '/' },
  {
    name: 'Cohere',
    hosts: ['api.cohere.ai', 'api.cohere.com'],
    path: '/compatibility/v1',
    noListBelow: '/compatibility',
  },
  { name: 'Cloudflare Workers AI', hosts: ['api.cloudflare.com'], noListBelow: '/client/v4' },
  { name: 'Together', hosts: ['api.together.xyz'], path: '/v1' },
  { name: 'Fireworks', hosts: ['api.fireworks.ai'], path: '/inference/v1' },
  { name: 'Cerebras', hosts: ['api.cerebras.ai'], path: '/v1' },
  { name: 'Hugging Face', hosts: ['router.huggingface.co'], path: '/v1' },
  { name: 'NVIDIA', hosts: ['integrate.api.nvidia.com'], path: '/v1' },
  { name: 'Moonshot', hosts: ['api.moonshot.ai', 'api.moonshot.cn'], path: '/v1' },
  { name: 'Amazon Bedrock', hosts: ['bedrock-runtime.*.amazonaws.com'], path: '/openai/v1' },
  {
    name: 'Databricks',
    hosts: ['*.cloud.databricks.com', '*.gcp.databricks.com', '*.azuredatabricks.net'],
    path: '/serving-endpoints',
  },
  { name: 'Snowflake', hosts: ['*.snowflakecomputing.com'], path: '/api/v2/cortex/v1' },
  { name: 'watsonx', hosts: ['*.ml.cloud.ibm.com'], path: '/ml/gateway/v1' },
  { name: 'Kimi', hosts: ['api.kimi.com'], path: '/coding/v1' },
  { name: 'Z.AI', hosts: ['api.z.ai'], path: '/api/paas/v4' },
  { name: 'Zhipu', hosts: ['open.bigmodel.cn'], path: '/api/paas/v4' },
  {
    name: 'DashScope',
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'],
    path: '/compatible-mode/v1',
  },
  { name: 'Ark', hosts: ['ark.*.volces.com'], path: '/api/v3' },
  { name: 'SiliconFlow', hosts: ['api.siliconflow.cn', 'api.siliconflow.com'], path: '/v1' },
  { name: 'MiniMax', hosts: ['api.minimax.io'], path: '/v1' },
  { name: 'Vercel AI Gateway', hosts: ['ai-gateway.vercel.sh'], path: '/v1' },
  { name: 'DeepInfra', hosts: ['api.deepinfra.com'], path: '/v1/openai' },
  { name: 'Novita', hosts: ['api.novita.ai'], path: '/openai' },
  { name: 'Venice', hosts: ['api.venice.ai'], path: '/api/v1' },
  { name: 'OpenCode Zen', hosts: ['opencode.ai'], path: '/zen/v1' },
];

/** A service that can be chosen by its name. */
export interface NamedService {
  readonly name: string;
  /** `<name>` stands for a part that differs between accounts. */
  readonly baseUrl: string;
}

/** The services whose base address is known, but for a part that differs between accounts. */
export function servicesByName(): readonly NamedService[] {
  const named = knownServices.filter(
    ({ name, path }, index) =>
      path !== undefined && knownServices.findIndex((one) => one.name === name) === index,
  );
  return named.map(({ name, hosts: [host = ''], path = '' }) => ({
    name,
    baseUrl: `https://${host.replace('*', '<name>')}${path}`,
  }));
}

/** The entries for a host name in lower case, as a URL has it; most hosts have none. */
export function knownServicesAt(hostname: string): readonly KnownService[] {
  return knownServices.filter(({ hosts }) => hosts.some((pattern) => isHost(hostname, pattern)));
}

function isHost(hostname: string, pattern: string): boolean {
  const [before = '', after] = pattern.split('*');
  return after === undefined
    ? hostname === pattern
    : hostname.length > before.length + after.length &&
        hostname.startsWith(before) &&
        hostname.endsWith(after);
}

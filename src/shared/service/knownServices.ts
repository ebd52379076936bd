import { keyPlaceholder } from './keyPlaceholder.ts';

/** What is known of a service by its host, from its own documentation. A proposal, never a rule. */
export interface KnownService {
  /** A proper name, which is not translated. */
  readonly name: string;
  /** Host names; `*` stands for any part of one. */
  readonly hosts: readonly string[];
  /** The path of its base address. One that begins like it is completed. */
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

/** Where two entries have the same host, the first one completes an address without a path. */
const knownServices: readonly KnownService[] = [
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
    name: 'Anthropic',
    hosts: ['api.anthropic.com'],
    path: '/v1',
    headers: { 'x-api-key': keyPlaceholder, 'anthropic-version': '2023-06-01' },
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
  { name: 'OpenRouter', hosts: ['openrouter.ai'], path: '/api/v1' },
  { name: 'Groq', hosts: ['api.groq.com'], path: '/openai/v1' },
  { name: 'Fireworks', hosts: ['api.fireworks.ai'], path: '/inference/v1' },
  { name: 'Google Gemini', hosts: ['generativelanguage.googleapis.com'], path: '/v1beta/openai' },
  { name: 'Amazon Bedrock', hosts: ['bedrock-runtime.*.amazonaws.com'], path: '/openai/v1' },
  {
    name: 'Databricks',
    hosts: ['*.cloud.databricks.com', '*.gcp.databricks.com', '*.azuredatabricks.net'],
    path: '/serving-endpoints',
  },
  { name: 'Snowflake', hosts: ['*.snowflakecomputing.com'], path: '/api/v2/cortex/v1' },
  { name: 'watsonx', hosts: ['*.ml.cloud.ibm.com'], path: '/ml/gateway/v1' },
  { name: 'Kimi', hosts: ['api.kimi.com'], path: '/coding/v1' },
  { name: 'Zhipu', hosts: ['open.bigmodel.cn', 'api.z.ai'], path: '/api/paas/v4' },
  {
    name: 'DashScope',
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'],
    path: '/compatible-mode/v1',
  },
  { name: 'Ark', hosts: ['ark.*.volces.com'], path: '/api/v3' },
  { name: 'DeepInfra', hosts: ['api.deepinfra.com'], path: '/v1/openai' },
  { name: 'Novita', hosts: ['api.novita.ai'], path: '/openai' },
  { name: 'Venice', hosts: ['api.venice.ai'], path: '/api/v1' },
  { name: 'OpenCode Zen', hosts: ['opencode.ai'], path: '/zen/v1' },
];

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

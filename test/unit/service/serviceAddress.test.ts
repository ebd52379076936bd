import assert from 'node:assert/strict';
import { otherForm, serviceAddress } from '../../../src/service/serviceAddress.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';

/** Where the requests for an address go: the base address, and perhaps a query. */
type Row = readonly [given: string, base: string, query?: string];

/** The base addresses that services state themselves, and others in which they are met. */
const services: readonly Row[] = [
  ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
  ['https://api.openai.com/v1/responses', 'https://api.openai.com/v1'],
  [
    'https://res.openai.azure.com/openai/deployments/dep?api-version=2024-10-21',
    'https://res.openai.azure.com/openai/deployments/dep',
    '?api-version=2024-10-21',
  ],
  [
    'https://res.openai.azure.com/openai/deployments/dep/chat/completions?api-version=2025-01-01-preview',
    'https://res.openai.azure.com/openai/deployments/dep',
    '?api-version=2025-01-01-preview',
  ],
  ['https://res.openai.azure.com/openai/v1', 'https://res.openai.azure.com/openai/v1'],
  ['https://res.openai.azure.com/', 'https://res.openai.azure.com/openai/v1'],
  ['https://res.openai.azure.com/openai/', 'https://res.openai.azure.com/openai/v1'],
  ['https://res.services.ai.azure.com/openai/v1', 'https://res.services.ai.azure.com/openai/v1'],
  ['https://res.services.ai.azure.com', 'https://res.services.ai.azure.com/openai/v1'],
  [
    'https://res.cognitiveservices.azure.com/openai/v1/',
    'https://res.cognitiveservices.azure.com/openai/v1',
  ],
  [
    'https://res.cognitiveservices.azure.com/openai/deployments/dep/chat/completions?api-version=2025-01-01-preview',
    'https://res.cognitiveservices.azure.com/openai/deployments/dep',
    '?api-version=2025-01-01-preview',
  ],
  [
    'https://res.services.ai.azure.com/models?api-version=2024-05-01-preview',
    'https://res.services.ai.azure.com/models',
    '?api-version=2024-05-01-preview',
  ],
  [
    'https://res.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview',
    'https://res.services.ai.azure.com/models',
    '?api-version=2024-05-01-preview',
  ],
  ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
  ['openrouter.ai', 'https://openrouter.ai/api/v1'],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
  [
    'https://openrouter.ai/api/v1?supported_parameters=tools',
    'https://openrouter.ai/api/v1',
    '?supported_parameters=tools',
  ],
  ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1'],
  ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1'],
  ['https://api.mistral.ai/v1', 'https://api.mistral.ai/v1'],
  ['https://api.deepseek.com', 'https://api.deepseek.com/v1'],
  ['https://api.deepseek.com/chat/completions', 'https://api.deepseek.com'],
  ['https://api.together.xyz/v1', 'https://api.together.xyz/v1'],
  ['https://api.fireworks.ai/inference/v1', 'https://api.fireworks.ai/inference/v1'],
  ['https://api.fireworks.ai/inference', 'https://api.fireworks.ai/inference/v1'],
  ['https://api.cerebras.ai/v1', 'https://api.cerebras.ai/v1'],
  ['https://api.x.ai/v1', 'https://api.x.ai/v1'],
  ['https://api.perplexity.ai', 'https://api.perplexity.ai'],
  ['https://api.perplexity.ai/chat/completions', 'https://api.perplexity.ai'],
  ['https://api.perplexity.ai/v1', 'https://api.perplexity.ai/v1'],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ],
  ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1'],
  ['https://api.anthropic.com', 'https://api.anthropic.com/v1'],
  ['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
  ['https://api.cohere.ai/compatibility/v1', 'https://api.cohere.ai/compatibility/v1'],
  ['https://integrate.api.nvidia.com/v1', 'https://integrate.api.nvidia.com/v1'],
  ['http://nim.local:8000/v1', 'http://nim.local:8000/v1'],
  ['https://router.huggingface.co/v1', 'https://router.huggingface.co/v1'],
  ['https://models.github.ai/inference', 'https://models.github.ai/inference'],
  ['https://models.github.ai/inference/chat/completions', 'https://models.github.ai/inference'],
  ['https://models.github.ai/orgs/ORG/inference', 'https://models.github.ai/orgs/ORG/inference'],
  ['https://models.inference.ai.azure.com', 'https://models.inference.ai.azure.com'],
  [
    'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1',
    'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1',
  ],
  [
    'https://gateway.ai.cloudflare.com/v1/ACC/GW/compat',
    'https://gateway.ai.cloudflare.com/v1/ACC/GW/compat',
  ],
  [
    'https://gateway.ai.cloudflare.com/v1/ACC/GW/compat/chat/completions',
    'https://gateway.ai.cloudflare.com/v1/ACC/GW/compat',
  ],
  [
    'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1',
    'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1',
  ],
  ['https://bedrock-mantle.us-east-1.api.aws/v1', 'https://bedrock-mantle.us-east-1.api.aws/v1'],
  [
    'https://bedrock-mantle.us-east-1.api.aws/openai/v1',
    'https://bedrock-mantle.us-east-1.api.aws/openai/v1',
  ],
  [
    'https://dbc-1.cloud.databricks.com/serving-endpoints',
    'https://dbc-1.cloud.databricks.com/serving-endpoints',
  ],
  ['https://dbc.example.com/serving-endpoints', 'https://dbc.example.com/serving-endpoints'],
  [
    'https://dbc-1.cloud.databricks.com/ai-gateway/mlflow/v1',
    'https://dbc-1.cloud.databricks.com/ai-gateway/mlflow/v1',
  ],
  [
    'https://acc.snowflakecomputing.com/api/v2/cortex/v1',
    'https://acc.snowflakecomputing.com/api/v2/cortex/v1',
  ],
  [
    'https://us-south.ml.cloud.ibm.com/ml/gateway/v1',
    'https://us-south.ml.cloud.ibm.com/ml/gateway/v1',
  ],
  ['https://api.moonshot.ai/v1', 'https://api.moonshot.ai/v1'],
  ['https://api.moonshot.cn/v1', 'https://api.moonshot.cn/v1'],
  ['https://api.kimi.com/coding/v1', 'https://api.kimi.com/coding/v1'],
  ['https://open.bigmodel.cn/api/paas/v4', 'https://open.bigmodel.cn/api/paas/v4'],
  ['https://open.bigmodel.cn/api/paas/v4/', 'https://open.bigmodel.cn/api/paas/v4'],
  ['https://api.z.ai/api/paas/v4', 'https://api.z.ai/api/paas/v4'],
  ['https://api.z.ai/api/coding/paas/v4', 'https://api.z.ai/api/coding/paas/v4'],
  [
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
  ],
  [
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  ],
  ['https://coding.dashscope.aliyuncs.com/v1', 'https://coding.dashscope.aliyuncs.com/v1'],
  [
    'https://coding-intl.dashscope.aliyuncs.com/v1',
    'https://coding-intl.dashscope.aliyuncs.com/v1',
  ],
  ['https://api.siliconflow.cn/v1', 'https://api.siliconflow.cn/v1'],
  ['https://api.siliconflow.com/v1', 'https://api.siliconflow.com/v1'],
  ['https://api.minimax.io/v1', 'https://api.minimax.io/v1'],
  ['https://api.minimaxi.com/v1', 'https://api.minimaxi.com/v1'],
  ['https://ark.cn-beijing.volces.com/api/v3', 'https://ark.cn-beijing.volces.com/api/v3'],
  [
    'https://ark.cn-beijing.volces.com/api/v3/chat/completions',
    'https://ark.cn-beijing.volces.com/api/v3',
  ],
  ['https://ai-gateway.vercel.sh/v1', 'https://ai-gateway.vercel.sh/v1'],
  ['http://litellm.example.com:4000', 'http://litellm.example.com:4000/v1'],
  ['http://litellm.example.com:4000/v1', 'http://litellm.example.com:4000/v1'],
  ['https://api.portkey.ai/v1', 'https://api.portkey.ai/v1'],
  ['http://localhost:8787/v1', 'http://localhost:8787/v1'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  ['https://ollama.com/v1', 'https://ollama.com/v1'],
  ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
  ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
  ['http://localhost:8000/v1', 'http://localhost:8000/v1'],
  ['http://localhost:30000/v1', 'http://localhost:30000/v1'],
  ['http://localhost:3000/v1', 'http://localhost:3000/v1'],
  ['http://localhost:5000/v1', 'http://localhost:5000/v1'],
  ['http://localhost:5001/v1', 'http://localhost:5001/v1'],
  ['http://localhost:1337/v1', 'http://localhost:1337/v1'],
  ['http://localhost:12434/engines/v1', 'http://localhost:12434/engines/v1'],
  ['http://localhost:12434/engines/llama.cpp/v1', 'http://localhost:12434/engines/llama.cpp/v1'],
  ['http://host.example:3000/api', 'http://host.example:3000/api'],
  ['http://host.example:3000/api/chat/completions', 'http://host.example:3000/api'],
  ['http://host.example:3000/api/models', 'http://host.example:3000/api'],
  ['https://api.deepinfra.com/v1/openai', 'https://api.deepinfra.com/v1/openai'],
  ['https://api.novita.ai/openai', 'https://api.novita.ai/openai'],
  ['https://api.tokenfactory.nebius.com/v1', 'https://api.tokenfactory.nebius.com/v1'],
  ['https://llm.chutes.ai/v1', 'https://llm.chutes.ai/v1'],
  ['https://inference.baseten.co/v1', 'https://inference.baseten.co/v1'],
  ['https://api-inference.modelscope.cn/v1', 'https://api-inference.modelscope.cn/v1'],
  ['https://api.xiaomimimo.com/v1', 'https://api.xiaomimimo.com/v1'],
  ['https://api.venice.ai/api/v1', 'https://api.venice.ai/api/v1'],
  ['https://opencode.ai/zen/v1', 'https://opencode.ai/zen/v1'],
];

const forms: readonly Row[] = [
  ['https://host', 'https://host/v1'],
  ['https://host/', 'https://host/v1'],
  ['https://host?', 'https://host/v1'],
  ['https://host?a=b', 'https://host/v1', '?a=b'],
  ['https://host/v1', 'https://host/v1'],
  ['https://host/v1/', 'https://host/v1'],
  ['https://host//v1//', 'https://host/v1'],
  ['  https://host/v1 \n', 'https://host/v1'],
  ['https://host/v1/chat/completions', 'https://host/v1'],
  ['https://host/v1/chat/completions/', 'https://host/v1'],
  ['https://host/v1/completions', 'https://host/v1'],
  ['https://host/v1/responses/?x=1', 'https://host/v1', '?x=1'],
  ['https://host/v1/models', 'https://host/v1'],
  // An address that ends in the path of a request says where requests go.
  ['https://host/models', 'https://host'],
  ['https://host/chat/completions', 'https://host'],
  ['https://host/api/v3', 'https://host/api/v3'],
  ['https://host/v1beta/openai', 'https://host/v1beta/openai'],
  ['https://host/inference', 'https://host/inference'],
  ['https://host/api', 'https://host/api'],
  ['https://HOST:8443/Api', 'https://host:8443/Api'],
  ['http://localhost:11434', 'http://localhost:11434/v1'],
  ['localhost:11434', 'http://localhost:11434/v1'],
  ['localhost?a=b', 'http://localhost/v1', '?a=b'],
  ['app.localhost', 'http://app.localhost/v1'],
  ['127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
  ['[::1]:8080', 'http://[::1]:8080/v1'],
  ['api.example.com', 'https://api.example.com/v1'],
  ['localhost.example.com', 'https://localhost.example.com/v1'],
  ['api.example.com:8080/v2', 'https://api.example.com:8080/v2'],
  ['host?next=http://other', 'https://host/v1', '?next=http://other'],
  ['openai.azure.com', 'https://openai.azure.com/v1'],
  ['https://res.openai.azure.com.evil.example', 'https://res.openai.azure.com.evil.example/v1'],
];

describe('serviceAddress', () => {
  for (const [given, base, query = ''] of [...services, ...forms]) {
    it(`reads ${JSON.stringify(given)} as ${base}${query}`, () => {
      assert.deepEqual(serviceAddress(given), {
        origin: new URL(base).origin,
        base: base + query,
        modelsUrl: `${base}/models${query}`,
        chatCompletionsUrl: `${base}/chat/completions${query}`,
      });
    });

    it(`reads what it made of ${JSON.stringify(given)} in the same way`, () => {
      const { chatCompletionsUrl } = serviceAddress(given);
      assert.equal(serviceAddress(chatCompletionsUrl).chatCompletionsUrl, chatCompletionsUrl);
    });
  }

  const refused: readonly (readonly [given: string, words: RegExp])[] = [
    ['', /empty/],
    ['   ', /empty/],
    ['https://', /not a valid web address/],
    ['http://ho st', /not a valid web address/],
    ['javascript:alert(1)', /not a valid web address/],
    ['ftp://host/v1', /https:\/\/ or http:\/\//],
    ['file:///etc/passwd', /https:\/\/ or http:\/\//],
    ['https://me:canary@host/v1', /key field/],
    ['canary@host', /key field/],
    ['https://host/v1#canary', /not contain “#”/],
    [`https://host/${'v1/'.repeat(2000)}`, /longer than 4,096/],
    ['https://host/v1?key=canary', /“key”.*API key/],
    ['https://host/v1?api-version=1&API-KEY=canary', /“API-KEY”/],
    ['https://host/v1?subscription-key=canary', /“subscription-key”/],
    ['https://host/v1?subscriptionKey=canary', /“subscriptionKey”/],
    ['https://host/v1?access_token=canary', /“access_token”/],
    ['https://host/v1?sig=canary', /“sig”/],
    ['https://host/v1?%6bey=canary', /“key”/],
    ['https://host/v1?code=canary0123456789abcdefABCDEF', /must not contain a key\. /],
    ['https://host/v1?canary0123456789abcdefABCDEF', /must not contain a key\. /],
    ['https://host/v1?x=sk-canary-0123456789-canary', /must not contain a key\. /],
    ['https://host/sk-canary-0123456789-canary/v1', /must not contain a key\. /],
  ];
  for (const [given, words] of refused) {
    it(`refuses ${JSON.stringify(given.slice(0, 60))} and repeats no secret of it`, () => {
      assert.throws(
        () => serviceAddress(given),
        (error) =>
          error instanceof ServiceError &&
          error.kind === 'badRequest' &&
          words.test(error.message) &&
          !error.message.includes('canary'),
      );
    });
  }

  it('takes parameters that only look a little like a key', () => {
    const query =
      '?api-version=2024-05-01-preview&supported_parameters=tools&max_tokens=5&author=me' +
      '&tenant=8f14e45f-ceea-467f-a8d5-0123456789ab&model=my-long-deployment-of-gpt-4o-2024-08-06';
    assert.equal(serviceAddress(`https://host/v1${query}`).base, `https://host/v1${query}`);
    const path = 'https://host/sk-learn-models-of-the-team/v1';
    assert.equal(serviceAddress(path).base, path);
  });

  it('reads megabytes in no time', () => {
    assert.throws(() => serviceAddress(`https://host/${'a=&'.repeat(1_000_000)}`), /longer/);
    assert.throws(
      () => serviceAddress('https://host', { models: '/'.repeat(1_000_000) }),
      /longer/,
    );
  });
});

describe('the paths of a connection', () => {
  const accepted: readonly (readonly [base: string, path: string, url: string])[] = [
    ['https://host/v1', '/list', 'https://host/v1/list'],
    ['https://host/v1', 'list', 'https://host/v1/list'],
    ['https://host', '/list', 'https://host/v1/list'],
    ['https://host/a/inference', '../../catalog/models', 'https://host/catalog/models'],
    ['https://host/v1', '../../../..', 'https://host/'],
    ['https://host/v1', '/list?all=1', 'https://host/v1/list?all=1'],
    ['https://host/v1?api-version=1', '/list?all=1', 'https://host/v1/list?all=1&api-version=1'],
    ['https://host/v1?api-version=1', '/list?', 'https://host/v1/list?api-version=1'],
    ['https://host/v1', '/@evil.example/x', 'https://host/v1/@evil.example/x'],
    ['https://host/v1', '.evil.example', 'https://host/v1/.evil.example'],
    ['https://host/v1', 'https:evil.example', 'https://host/v1/https:evil.example'],
    ['https://host/v1', '/%2e%2e/%2F%2Fevil.example', 'https://host/%2F%2Fevil.example'],
  ];
  for (const [base, path, url] of accepted) {
    it(`${base} with ${path} is ${url}`, () => {
      const paths = { models: path, chatCompletions: path };
      const { modelsUrl, chatCompletionsUrl, origin } = serviceAddress(base, paths);
      assert.equal(modelsUrl, url);
      assert.equal(chatCompletionsUrl, url);
      assert.equal(new URL(modelsUrl).origin, origin);
    });
  }

  it('replace only the request that they are for', () => {
    const one = serviceAddress('https://host/v1?a=b', { models: '/list' });
    assert.equal(one.modelsUrl, 'https://host/v1/list?a=b');
    assert.equal(one.chatCompletionsUrl, 'https://host/v1/chat/completions?a=b');
    const other = serviceAddress('https://host/v1', { chatCompletions: '/invocations' });
    assert.equal(other.modelsUrl, 'https://host/v1/models');
    assert.equal(other.chatCompletionsUrl, 'https://host/v1/invocations');
  });

  const refused = [
    '',
    ' ',
    '//evil.example/models',
    'https://evil.example/models',
    'https://host/v1/models',
    '/\\evil.example',
    '\\\\evil.example',
    '/models#x',
    '/mod els',
    '/models\n',
    '/models\u0000',
    '/models?key=canary',
    '/models?x=sk-canary-0123456789-canary',
  ];
  for (const path of refused) {
    it(`refuses ${JSON.stringify(path)}`, () => {
      for (const paths of [{ models: path }, { chatCompletions: path }]) {
        assert.throws(
          () => serviceAddress('https://host/v1', paths),
          (error) =>
            error instanceof ServiceError &&
            error.kind === 'badRequest' &&
            !error.message.includes('canary'),
        );
      }
    });
  }
});

describe('the other form of an address', () => {
  const forms: readonly (readonly [given: string, base: string | undefined])[] = [
    ['https://host', 'https://host'],
    ['https://host?a=b', 'https://host?a=b'],
    ['https://host/api', 'https://host/api/v1'],
    ['https://host/chat/completions', 'https://host/v1'],
    ['https://host/v1', undefined],
    ['https://host/api/v3/chat/completions', undefined],
    ['https://api.perplexity.ai', undefined],
    ['https://res.openai.azure.com', undefined],
    ['https://gateway.example/openai/deployments/dep?api-version=2024-10-21', undefined],
  ];
  for (const [given, base] of forms) {
    it(`of ${given} is ${base ?? 'none'}`, () => {
      const other = otherForm(given);
      assert.equal(other === undefined ? undefined : serviceAddress(other).base, base);
    });
  }
});

import assert from 'node:assert/strict';
import { proposalFor, withoutModelList } from '../../../src/service/proposal.ts';
import { serviceAddress } from '../../../src/service/serviceAddress.ts';

const azure = { service: 'Azure OpenAI', headers: { 'api-key': '${key}' } };

describe('proposalFor', () => {
  const proposed: readonly (readonly [baseUrl: string, proposal: unknown])[] = [
    ['https://res.openai.azure.com/openai/v1', azure],
    ['https://RES.openai.azure.com/openai/deployments/d?api-version=2024-10-21', azure],
    ['res.cognitiveservices.azure.com', azure],
    ['https://res.services.ai.azure.com', azure],
    [
      'https://res.services.ai.azure.com/models?api-version=2024-05-01-preview',
      { ...azure, service: 'Azure AI Foundry' },
    ],
    [
      'https://api.anthropic.com/v1',
      {
        service: 'Anthropic',
        headers: { 'x-api-key': '${key}', 'anthropic-version': '2023-06-01' },
      },
    ],
    [
      'https://api.portkey.ai/v1',
      { service: 'Portkey', headers: { 'x-portkey-api-key': '${key}' } },
    ],
    [
      'https://models.github.ai/inference',
      { service: 'GitHub Models', headers: {}, modelsPath: '../catalog/models' },
    ],
    [
      'https://models.github.ai/orgs/ORG/inference',
      { service: 'GitHub Models', headers: {}, modelsPath: '../../../catalog/models' },
    ],
    ['https://api.openai.com/v1', undefined],
    ['https://openrouter.ai/api/v1', undefined],
    ['http://localhost:11434', undefined],
    ['https://openai.azure.com', undefined],
    ['https://res.openai.azure.com.evil.example', undefined],
    ['https://evil.example/res.openai.azure.com', undefined],
    ['https://api.anthropic.com.evil.example', undefined],
    ['not an address', undefined],
    ['', undefined],
  ];
  for (const [baseUrl, proposal] of proposed) {
    it(`for ${baseUrl} is ${JSON.stringify(proposal)}`, () => {
      assert.deepEqual(proposalFor({ baseUrl }), proposal);
    });
  }

  it('leads to the list at the root of the host', () => {
    for (const baseUrl of ['models.github.ai', 'https://models.github.ai/orgs/ORG/inference']) {
      const models = proposalFor({ baseUrl })?.modelsPath;
      assert.equal(
        serviceAddress(baseUrl, { models }).modelsUrl,
        'https://models.github.ai/catalog/models',
      );
    }
  });

  it('leaves out what the connection has', () => {
    const baseUrl = 'https://api.anthropic.com';
    const version = { 'anthropic-version': '2023-06-01' };
    assert.deepEqual(proposalFor({ baseUrl, headers: { 'X-API-Key': 'v' } })?.headers, version);
    const bearer = { Authorization: 'Bearer ${key}' };
    assert.deepEqual(proposalFor({ baseUrl, headers: bearer })?.headers, version);
    assert.equal(proposalFor({ baseUrl, headers: { ...bearer, ...version } }), undefined);
    const paths = { models: '/own' };
    assert.equal(proposalFor({ baseUrl: 'https://models.github.ai', paths }), undefined);
  });

  it('has no place for an access token of Microsoft, which goes as Authorization', () => {
    const azure = { baseUrl: 'https://a.openai.azure.com' };
    assert.equal(proposalFor({ ...azure, keyFrom: { kind: 'microsoft' } }), undefined);
    const keyFrom = { kind: 'environment', variable: 'AZURE_API_KEY' } as const;
    assert.deepEqual(proposalFor({ ...azure, keyFrom })?.headers, { 'api-key': '${key}' });
    const anthropic = {
      baseUrl: 'https://api.anthropic.com',
      keyFrom: { kind: 'microsoft' },
    } as const;
    assert.deepEqual(proposalFor(anthropic)?.headers, { 'anthropic-version': '2023-06-01' });
  });
});

describe('withoutModelList', () => {
  const known: readonly (readonly [baseUrl: string, service: string | undefined])[] = [
    ['https://res.openai.azure.com/openai/deployments/d?api-version=1', 'Azure OpenAI'],
    ['https://res.openai.azure.com/openai/v1', undefined],
    ['https://res.services.ai.azure.com/models', 'Azure AI Foundry'],
    ['https://api.perplexity.ai', 'Perplexity'],
    ['https://api.openai.com', undefined],
    ['', undefined],
  ];
  for (const [baseUrl, service] of known) {
    it(`at ${baseUrl} is ${service ?? 'not known'}`, () => {
      assert.equal(withoutModelList(baseUrl), service);
    });
  }
});

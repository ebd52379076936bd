import assert from 'node:assert/strict';
import { withProposal } from '../../../../../src/host/connections/connecting/withProposal.ts';

const connection = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://models.github.ai/inference',
  headers: { 'X-Team': 'blue' },
  paths: { chatCompletions: '/chat' },
};

describe('a proposal', () => {
  it('is added to what the connection has, and named', () => {
    assert.deepEqual(withProposal(connection), {
      connection: {
        ...connection,
        paths: { chatCompletions: '/chat', models: '../catalog/models' },
      },
      service: 'GitHub Models',
      added: ['GET ../catalog/models'],
    });
    const azure = { ...connection, baseUrl: 'https://res.openai.azure.com' };
    assert.deepEqual(withProposal(azure), {
      connection: { ...azure, headers: { 'X-Team': 'blue', 'api-key': '${key}' } },
      service: 'Azure OpenAI',
      added: ['api-key: ${key}'],
    });
    const complete = { ...connection, baseUrl: 'https://host.example/v1' };
    assert.equal(withProposal(complete), undefined);
  });
});

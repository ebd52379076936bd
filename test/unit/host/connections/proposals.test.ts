import assert from 'node:assert/strict';
import { promptWithProposal, withProposal } from '../../../../src/host/connections/proposals.ts';
import { proposalFor } from '../../../../src/service/proposal.ts';

const connection = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://models.github.ai/inference',
  headers: { 'X-Team': 'blue' },
  paths: { chatCompletions: '/chat' },
};

describe('a proposal', () => {
  it('is added to what the connection has', () => {
    assert.deepEqual(withProposal(connection), {
      ...connection,
      paths: { chatCompletions: '/chat', models: '../catalog/models' },
    });
    const azure = { ...connection, baseUrl: 'https://res.openai.azure.com' };
    assert.deepEqual(withProposal(azure), {
      ...azure,
      headers: { 'X-Team': 'blue', 'api-key': '${key}' },
    });
    const complete = { ...connection, baseUrl: 'https://host.example/v1' };
    assert.deepEqual(withProposal(complete), complete);
  });

  it('is named in the prompt', () => {
    assert.equal(
      promptWithProposal('Enter it', proposalFor(connection)),
      'Enter it. Added for GitHub Models: GET ../catalog/models',
    );
    assert.equal(promptWithProposal('Enter it', undefined), 'Enter it');
  });
});

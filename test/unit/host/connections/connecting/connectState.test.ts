import assert from 'node:assert/strict';
import {
  afterService,
  type ServiceStep,
} from '../../../../../src/host/connections/connecting/connectState.ts';

const baseUrl = 'https://llm.lab.example/v1';
const service: ServiceStep = { kind: 'service' };

describe('the way through connecting', () => {
  it('ends when a box is closed', () => {
    assert.deepEqual(afterService(service, undefined), { kind: 'end' });
    const answer = { kind: 'connections', connections: [] } as const;
    assert.deepEqual(afterService(service, answer, undefined), { kind: 'end' });
  });

  it('asks again with what was pasted, and the problem', () => {
    const pasted = { key: 'sk-pasted' };
    const answer = { kind: 'problem', problem: 'No address' } as const;
    assert.deepEqual(afterService({ kind: 'service', pasted }, answer), {
      kind: 'service',
      problem: 'No address',
      pasted,
    });
  });

  it('gives an address what a text without one has said', () => {
    const answer = { kind: 'address', baseUrl } as const;
    const found = { name: 'Lab', key: 'sk-pasted', baseUrl };
    const pasted = { name: 'Lab', key: 'sk-pasted' };
    assert.deepEqual(afterService({ kind: 'service', pasted }, answer), {
      kind: 'found',
      found,
      isChosen: true,
    });
    const chosen = { name: 'Other', baseUrl };
    const several = { kind: 'connections', connections: [chosen] } as const;
    assert.deepEqual(afterService({ kind: 'service', pasted }, several, chosen), {
      kind: 'found',
      found,
      isChosen: false,
    });
  });

  it('gives another address than that of the text no name of the text', () => {
    const pasted = { name: 'Lab', baseUrl };
    const answer = { kind: 'address', baseUrl: 'https://other.example/v1' } as const;
    const step = afterService({ kind: 'service', pasted }, answer);
    assert.equal(step.kind, 'found');
    assert.deepEqual(step.found, { name: undefined, baseUrl: answer.baseUrl });
  });
});

import assert from 'node:assert/strict';
import { retryAdjustments } from '../../../../src/host/chat/buildRequest.ts';
import { aTurn } from '../../../support/builders.ts';

describe('the adjustments of a failed request', () => {
  const changes = [{ field: 'temperature' }];
  const connection = { id: 'a', name: 'Test', baseUrl: 'https://a.invalid' };
  const other = { ...connection, id: 'b', baseUrl: 'https://b.invalid' };
  const failed = { status: 'failed', model: 'm1', changes } as const;

  it('stay with the connection of the reply, not with another one of the same name', () => {
    const { reply } = aTurn('1', { reply: { ...failed, connectionId: 'a' } });
    assert.deepEqual(retryAdjustments(reply, { connection, model: 'm1' }, undefined), changes);
    assert.deepEqual(retryAdjustments(reply, { connection: other, model: 'm1' }, undefined), []);
    const change = { field: 'max_tokens' };
    assert.deepEqual(retryAdjustments(reply, { connection: other, model: 'm1' }, change), [
      { ...change, once: true },
    ]);
  });

  it('stay with a connection that was renamed', () => {
    const { reply } = aTurn('1', { reply: { ...failed, connectionId: 'a' } });
    const renamed = { ...connection, name: 'Renamed' };
    assert.deepEqual(
      retryAdjustments(reply, { connection: renamed, model: 'm1' }, undefined),
      changes,
    );
  });

  it('go by the name where the reply was stored without an id', () => {
    const { reply } = aTurn('1', { reply: failed });
    assert.deepEqual(
      retryAdjustments(reply, { connection: other, model: 'm1' }, undefined),
      changes,
    );
    const renamed = { ...connection, name: 'Renamed' };
    assert.deepEqual(retryAdjustments(reply, { connection: renamed, model: 'm1' }, undefined), []);
  });
});

import assert from 'node:assert/strict';
import { adjustmentsOf, retryAdjustments } from '../../../../src/host/chat/buildRequest.ts';
import type { Connection } from '../../../../src/host/connections/connection.ts';
import type { RequestParameters } from '../../../../src/shared/service/requestParameters.ts';
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

describe('the adjustments that a request has', () => {
  const connection = { id: 'a', name: 'Test', baseUrl: 'https://a.invalid' };
  const known = [{ field: 'temperature' }, { field: 'seed' }, { field: 'stream_options' }];
  const fields = (more: Partial<Connection>, parameters: RequestParameters = {}) =>
    adjustmentsOf({ ...connection, ...more }, { ...parameters }, known).adjustments?.map(
      ({ field }) => field,
    );

  it('are those that make a difference to it', () => {
    assert.deepEqual(fields({}), ['stream_options']);
    assert.deepEqual(fields({ mode: 'standard' }), undefined);
    assert.deepEqual(fields({ extraBody: { stream_options: null } }), undefined);
    assert.deepEqual(fields({ extraBody: { seed: 1 } }, { temperature: 0 }), [
      'temperature',
      'seed',
      'stream_options',
    ]);
  });
});

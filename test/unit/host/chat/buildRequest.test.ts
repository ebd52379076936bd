import assert from 'node:assert/strict';
import {
  adjustmentsOf,
  buildRequest,
  retryAdjustments,
} from '../../../../src/host/chat/buildRequest.ts';
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

describe('the reasoning of earlier replies', () => {
  const path = [aTurn('1', { reply: { text: 'Hello', reasoning: 'hm' } }), aTurn('2')];
  const openRouter = { baseUrl: 'https://openrouter.ai/api/v1' };
  const cerebras = { baseUrl: 'https://api.cerebras.ai/v1' };
  const keep = (extraBody: Connection['extraBody']) => ({ extraBody });
  const cases: readonly (readonly [string, Partial<Connection>, string | undefined])[] = [
    ['deepseek-v4', { baseUrl: 'https://api.deepseek.com' }, undefined],
    ['MiniMax-M2.7', { baseUrl: 'https://api.minimax.io/v1' }, undefined],
    ['kimi-k2.6', {}, undefined],
    ['kimi-k2-thinking', {}, undefined],
    ['gpt-oss-120b', cerebras, undefined],
    ['anthropic/claude-opus-5', openRouter, undefined],
    ['kimi-k2.7', {}, 'reasoning_content'],
    ['kimi_k2.10', {}, 'reasoning_content'],
    ['kimi-coding/k3', {}, 'reasoning_content'],
    ['moonshotai/Kimi-K3', { baseUrl: 'http://localhost:8000' }, 'reasoning_content'],
    ['moonshotai/kimi-k3', openRouter, 'reasoning'],
    ['kimi-k3', { baseUrl: 'https://notcerebras.ai/v1' }, 'reasoning_content'],
    ['moonshot.kimi-k3', {}, 'reasoning_content'],
    ['kimi-k2-905-preview', {}, undefined],
    ['kimi-k2.6', keep({ thinking: { type: 'enabled', keep: 'all' } }), 'reasoning_content'],
    ['glm-5', keep({ thinking: { clear_thinking: false } }), 'reasoning_content'],
    ['glm-5', keep({ thinking: { clear_thinking: true } }), undefined],
    ['zai-glm-5', { ...cerebras, ...keep({ clear_thinking: false }) }, 'reasoning'],
    ['qwen4', keep({ preserve_thinking: true }), 'reasoning_content'],
    ['qwen4', keep({ chat_template_kwargs: { preserve_thinking: true } }), 'reasoning_content'],
    ['m', keep({ reasoning_history: 'preserved' }), 'reasoning_content'],
    ['m', keep({ reasoning_history: 'disabled', thinking: 'all' }), undefined],
  ];
  for (const [model, more, field] of cases) {
    it(`${field === undefined ? 'is not sent' : `is sent as ${field}`} to ${model} with ${JSON.stringify(more)}`, () => {
      const connection = { id: 'a', name: 'Test', baseUrl: 'https://a.invalid', ...more };
      const { messages } = buildRequest(path, { connection, model }, {}, []);
      const reasoning = field === undefined ? undefined : { field, value: 'hm' };
      assert.deepEqual(messages[1]?.reasoning, reasoning);
    });
  }
});

import assert from 'node:assert/strict';
import { concernsModel } from '../../../../src/conversation/errors/errorCase.ts';
import { errorCard } from '../../../../src/conversation/errors/errorCard.ts';
import type { ReplyError } from '../../../../src/shared/conversation/conversation.ts';

const unknown: ReplyError = {
  kind: 'notFound',
  status: 404,
  code: 'model_not_found',
  message: 'The service does not have this model.',
};

describe('concernsModel', () => {
  const refusal = (error: Partial<ReplyError>) =>
    concernsModel({ kind: 'badRequest', message: '', ...error });

  it('is for failures over the model, whatever the status', () => {
    assert.ok(concernsModel(unknown));
    assert.ok(refusal({ kind: 'auth', status: 403, code: 'model_not_permitted' }));
    assert.ok(
      refusal({ kind: 'auth', status: 403, detail: 'No access to model: model m1 not permitted' }),
    );
    assert.ok(refusal({ status: 400, code: 'invalid_model' }));
    assert.ok(refusal({ status: 400, detail: 'The model `m1` has been decommissioned.' }));
    assert.ok(refusal({ kind: 'server', status: 503, code: 'model_not_available' }));
  });

  it('is for a model that is denied, in any order, with contractions and in Chinese', () => {
    const denials = [
      'You don’t have access to the model with the specified model ID.',
      "You don't have permission to use this model.",
      'No permission for model m2',
      'This key is not allowed to call the model m2',
      'Invocation of model ID m2 with on-demand throughput isn’t supported.',
      'Model disabled.',
      '该令牌无权访问模型 m2',
      '模型 m2 未开通',
    ];
    for (const detail of denials) {
      for (const status of [400, 403]) {
        assert.ok(refusal({ kind: 'auth', status, detail }), `${status} ${detail}`);
      }
    }
    for (const status of [404, 503]) {
      const detail = '当前分组 default 下对于模型 m2 无可用渠道';
      assert.ok(refusal({ kind: 'server', status, detail }), String(status));
    }
    for (const detail of [
      'Access denied. See the list of models.',
      'Reasoning is mandatory for this model and cannot be disabled.',
      '模型 m2 正忙，请稍后再试',
    ]) {
      assert.ok(!refusal({ kind: 'auth', status: 403, detail }), detail);
    }
  });

  it('is for models that are out of service, also by their names and as failures of the service', () => {
    for (const [status, kind] of [
      [400, 'badRequest'],
      [500, 'server'],
      [503, 'server'],
      [undefined, 'stream'],
      [undefined, 'server'],
    ] as const) {
      for (const detail of [
        'The model gpt-4.1 has been taken offline.',
        'Model is temporarily unavailable',
        'gpt-4.1 is temporarily unavailable',
      ]) {
        const error: ReplyError = { kind, status, message: '', detail };
        assert.ok(concernsModel(error, 'gpt-4.1'), `${status} ${detail}`);
      }
      assert.ok(!concernsModel({ kind, status, message: '', detail: 'Busy' }, 'gpt-4.1'));
      assert.ok(
        !concernsModel({ kind, status, message: '', detail: 'Temporarily unavailable' }, 'gpt-4.1'),
      );
    }
  });

  it('is not for others', () => {
    assert.ok(!refusal({ status: 400, detail: 'Bad messages.' }));
    assert.ok(!refusal({ kind: 'auth', status: 401, code: 'invalid_api_key' }));
    assert.ok(!refusal({ kind: 'notFound', status: 404 }));
    assert.ok(!refusal({ kind: 'network', code: 'ECONNREFUSED' }));
    assert.ok(
      !refusal({ kind: 'server', status: 500, detail: 'The model is not available right now.' }),
    );
    const refused = { name: 'temperature', isValue: false };
    assert.ok(
      !refusal({ status: 400, detail: 'temperature is not supported by this model', refused }),
    );
  });
});

describe('the card of a failure over the model', () => {
  const nearest = [
    { id: 'm-1', differences: ['separator'] },
    { id: 'M_1\u202e', differences: ['case', 'space'] },
  ] as const;

  it('names the nearest models, what differs, and the way to use the first', () => {
    const modelCheck = { kind: 'unlisted', asked: 'm_1', nearest } as const;
    const { title, words, more, actions } = errorCard({ ...unknown, modelCheck });
    assert.equal(title, 'Model not in the list');
    assert.equal(words, 'Closest: m-1 (different: hyphen or underscore).');
    assert.equal(
      more,
      '“m_1” is not in the service’s model list. Also similar: M_1\\u{202e} (different: upper and lower case, space or invisible character).',
    );
    assert.deepEqual(actions, ['useNearest', 'chooseModel']);
  });

  it('says that none is like it', () => {
    const modelCheck = { kind: 'unlisted', asked: 'm_1', nearest: [] } as const;
    const { words, actions } = errorCard({ ...unknown, modelCheck });
    assert.match(words ?? '', /model list\. None/);
    assert.deepEqual(actions, ['chooseModel', 'retry']);
  });

  it('says that the name is right, and keeps the title of the failure', () => {
    const error = { ...unknown, kind: 'auth', status: 403, code: 'model_not_permitted' } as const;
    const card = errorCard({ ...error, modelCheck: { kind: 'listed', asked: 'm1' } });
    assert.equal(card.title, 'Not permitted');
    assert.match(card.more ?? '', /“m1” is in the service’s list/);
  });

  it('says why the list could not be loaded', () => {
    const modelCheck = {
      kind: 'noList',
      asked: 'm1',
      reason: 'Nothing there (GET x: 404).',
    } as const;
    const { more } = errorCard({ ...unknown, modelCheck });
    assert.match(more ?? '', /Nothing there \(GET x: 404\)\./);
  });
});

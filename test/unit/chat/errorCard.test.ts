import assert from 'node:assert/strict';
import { errorCard } from '../../../src/chat/errorCard.ts';
import { serviceErrorKinds } from '../../../src/shared/serviceErrorKind.ts';

describe('errorCard', () => {
  for (const kind of serviceErrorKinds) {
    it(`has a title and one or two actions for ${kind}`, () => {
      const card = errorCard({ kind, message: 'm' });
      assert.notEqual(card.title, '');
      assert.ok(card.actions.length >= 1 && card.actions.length <= 2);
    });
  }

  it('offers the key where the key was refused', () => {
    assert.equal(errorCard({ kind: 'auth', message: 'm' }).actions[0], 'setKey');
  });

  it('tells an unknown model from an unknown address', () => {
    const model = errorCard({ kind: 'notFound', code: 'model_not_found', message: 'm' });
    const address = errorCard({ kind: 'notFound', message: 'm' });
    assert.notEqual(model.title, address.title);
    assert.equal(model.actions[0], 'chooseModel');
  });

  it("gives the service's own words once", () => {
    const message = 'POST https://host/v1/chat/completions → 400';
    assert.equal(errorCard({ kind: 'badRequest', message, detail: 'no' }).body, `${message}\nno`);
    assert.equal(
      errorCard({ kind: 'badRequest', message: `${message}: no`, detail: 'no' }).body,
      `${message}: no`,
    );
  });
});

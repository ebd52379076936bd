import assert from 'node:assert/strict';
import { showOnFirstActivation } from '../../../../src/host/firstRun/firstActivation.ts';
import { jsonMemento } from '../../../support/store/jsonMemento.ts';

describe('showOnFirstActivation', () => {
  it('shows the chat once ever, also if showing it fails', async () => {
    const { memento } = jsonMemento();
    let shown = 0;
    const show = async () => {
      shown += 1;
      throw new Error('The view cannot be shown');
    };
    await assert.rejects(showOnFirstActivation(memento, show));
    await showOnFirstActivation(memento, show);
    assert.equal(shown, 1);
  });
});

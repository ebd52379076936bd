import assert from 'node:assert/strict';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('a misspelt model', () => {
  let parley: ParleyWindow;
  withParley((opened) => ({ parley } = opened), {
    connections: (baseUrl) => [{ id: 'loopback', name: 'Loopback', baseUrl, model: 'Demo_echo' }],
  });

  it('is put right and the message sent again with one click', async () => {
    const { panel, composer } = parley;
    await parley.say('Is this kept?');
    const card = panel.getByRole('group', { name: 'Model not in the list' });
    await card
      .getByText(/Closest: demo-echo \(different: upper and lower case, hyphen or underscore\)/)
      .waitFor();
    await composer.fill('and this?');
    await parley.screenshot('unknown-model');
    await card.getByText('Send to demo-echo').click();
    await panel.locator('article.reply .markdown', { hasText: 'Is this kept?' }).waitFor();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    assert.equal(await composer.inputValue(), 'and this?');
  });
});

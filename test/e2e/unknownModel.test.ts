import assert from 'node:assert/strict';
import { serveCanary, type CanaryService } from './canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from './parleyWindow.ts';

describe('a misspelt model', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  before(async () => {
    service = await serveCanary();
    const { baseUrl } = service;
    parley = await openParley({
      'parley.connections': [{ id: 'loopback', name: 'Loopback', baseUrl, model: 'Demo_echo' }],
    });
    await parley.useCanary();
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  it('is put right and the message sent again with one click', async () => {
    const { panel, composer } = parley;
    await parley.say('Is this kept?');
    const card = panel.getByRole('group', { name: 'The service does not know this model' });
    await card.getByText(/Closest: demo-echo \(case and hyphen or underscore differ\)/).waitFor();
    await composer.fill('and this?');
    await parley.screenshot('unknown-model');
    await card.getByText('Use demo-echo and send').click();
    await panel.locator('article.reply .markdown', { hasText: 'Is this kept?' }).waitFor();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    assert.equal(await composer.inputValue(), 'and this?');
  });
});

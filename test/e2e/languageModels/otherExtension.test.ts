import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { openParley, pictureFailure, themes, type ParleyWindow } from '../support/parleyWindow.ts';
import {
  askingExtensionId,
  createAskingExtension,
  type AskingExtension,
} from './askingExtension.ts';
import { shortestTime } from './shortestTime.ts';
import {
  calls,
  hangsAfter,
  models,
  refuses,
  says,
  serveModels,
  type ModelService,
} from './modelService.ts';
import { addFavourite, repliesForOthers, requestsOf } from './offering.ts';

describe('another extension', () => {
  const [first, second] = models;
  const model = `lab/${first}`;
  let service: ModelService;
  let asking: AskingExtension;
  let parley: ParleyWindow;
  let tab: FrameLocator;
  before(async () => {
    service = await serveModels();
    asking = await createAskingExtension();
    const { baseUrl } = service;
    parley = await openParley(
      { 'parley.connections': [{ id: 'lab', name: 'Lab', baseUrl, model: first }] },
      { extensions: [asking.extensionFolder] },
    );
    tab = tabFrame(parley.page);
    await parley.enterCanaryKey();
    await addFavourite(parley, first);
    await addFavourite(parley, second);
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
    await asking.dispose();
  });

  it('sees no model while no connection is offered, and causes no request', async () => {
    const before = service.requests.length;
    assert.deepEqual(await asking.carryOut({ do: 'list' }), { models: [] });
    assert.equal(service.requests.length, before);
  });

  it('sees the favourites once the connection is offered, which the page explains', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Manage Connections');
    await tab.getByRole('button', { name: 'Edit: Lab' }).click();
    const offer = tab.getByRole('checkbox', { name: 'Offer favourite models to VS Code' });
    await tab.getByText('Their requests are billed to this connection').waitFor();
    const words = tab.getByText('Offer favourite models to VS Code', { exact: true });
    const [boxPlace, wordsPlace] = [await offer.boundingBox(), await words.boundingBox()];
    const gap = (wordsPlace?.x ?? NaN) - (boxPlace?.x ?? NaN) - (boxPlace?.width ?? NaN);
    assert.ok(gap >= 0 && gap < 20 && (boxPlace?.width ?? NaN) < 30, 'The words are elsewhere.');
    const before = service.requests.length;
    await tab.getByLabel('Default model').focus();
    await page.keyboard.press('Tab');
    await tab.locator('input[type=checkbox]:focus').waitFor();
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`offer-switch-${name}`);
    }
    await offer.focus();
    await page.keyboard.press('Space');
    await tab.getByRole('button', { name: 'Save' }).press('Enter');
    const dialog = page
      .getByRole('dialog')
      .filter({ hasText: 'Offer the favourite models of “Lab”' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await asking.carryOut({ do: 'list' }), { models: [] });
    await tab.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Offer Models' }).click();
    await tab.getByText('models offered to VS Code').waitFor();
    const { models: seen = [] } = await asking.carryOut({ do: 'list' });
    assert.deepEqual(
      seen.map(({ id, vendor }) => [id, vendor]),
      [first, second].map((one) => [`lab/${one}`, 'parley']),
    );
    for (const { maxInputTokens, tokens } of seen) {
      assert.ok(maxInputTokens > 0 && maxInputTokens < 64_000, `${maxInputTokens}`);
      assert.ok(tokens > 0 && tokens < 10, `${tokens}`);
    }
    assert.equal(service.requests.length, before);
  });

  it('streams a reply, which the log and the status bar count', async () => {
    service.answer(() => says('One, ', 'two, ', 'three.'));
    assert.equal(await repliesForOthers(parley), undefined);
    const { texts = [] } = await asking.carryOut({ do: 'ask', model, text: 'Count' });
    assert.equal(texts.join(''), 'One, two, three.');
    const { body } = service.completions.at(-1) ?? {};
    assert.deepEqual(body?.messages, [{ role: 'user', content: 'Count' }]);
    assert.equal(body?.['model'], first);
    assert.equal(await repliesForOthers(parley), '1');
    const lines = await requestsOf(parley, askingExtensionId);
    assert.equal(lines.length, 1);
    assert.match(lines.join(), /connection=Lab model=lab\/agent messages=1 .* about \d+ tokens/);
    assert.ok(
      (await parley.log()).some(({ text }) =>
        text.includes('16000 tokens in the prompt, 3 in the reply'),
      ),
    );
  });

  it('cancels, which closes the connection', async () => {
    service.answer(() => hangsAfter('It goes on'));
    const ms = await shortestTime(200, async () => {
      const outcome = await asking.carryOut({ do: 'ask', model, text: 'Long', cancels: true });
      assert.deepEqual(outcome.texts, ['It goes on']);
      const leftAt = await service.completions.at(-1)?.leftAt;
      return (leftAt ?? NaN) - (outcome.cancelledAt ?? NaN);
    });
    assert.ok(ms <= 200, `${ms} ms`);
  });

  it('gets the same call from every way in which services send it', async () => {
    const name = 'get_weather';
    const whole = '{"city":"Oslo"}';
    const id = 'call_1';
    const type = 'function';
    const begin = { index: 0, id, type, function: { name, arguments: '' } };
    const replies = {
      'as the interface has it': calls([
        begin,
        { index: 0, function: { arguments: '{"city":' } },
        { index: 0, function: { arguments: '"Oslo"}' } },
      ]),
      'without an index': calls([
        { id, type, function: { name, arguments: '{"city":' } },
        { function: { arguments: '"Oslo"}' } },
      ]),
      'whole in one chunk, ended with stop': calls(
        [{ ...begin, function: { name, arguments: whole } }],
        'stop',
      ),
      'with an object as arguments': calls([
        { ...begin, function: { name, arguments: { city: 'Oslo' } } },
      ]),
      'without an ID': calls([{ index: 0, type, function: { name, arguments: whole } }]),
      'with the name repeated': calls([
        begin,
        { index: 0, id, function: { name, arguments: '{"city":' } },
        { index: 0, id, function: { name, arguments: '"Oslo"}' } },
      ]),
    };
    for (const [form, reply] of Object.entries(replies)) {
      service.answer(() => reply);
      const outcome = await asking.carryOut({ do: 'ask', model, text: form, tool: name });
      assert.deepEqual(outcome.error, undefined, form);
      assert.deepEqual(outcome.calls, [{ name, input: { city: 'Oslo' } }], form);
      assert.match(outcome.callIds?.join() ?? '', /^\w+$/, form);
    }
  });

  it('gets two calls although both have the index 0', async () => {
    const call = (id: string, city: string) => ({
      index: 0,
      id,
      type: 'function',
      function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
    });
    service.answer(() => calls([call('call_1', 'Oslo'), call('call_2', 'Rome')]));
    const task = { do: 'ask', model, text: 'Both', tool: 'get_weather' } as const;
    const outcome = await asking.carryOut(task);
    assert.deepEqual(
      outcome.calls?.map(({ input }) => input),
      [{ city: 'Oslo' }, { city: 'Rome' }],
    );
    assert.equal(new Set(outcome.callIds).size, 2);
  });

  it('gets errors with the code for their reason', async () => {
    for (const [status, code, expected] of [
      [404, 'model_not_found', 'NotFound'],
      [402, 'insufficient_quota', 'Blocked'],
      [429, 'rate_limit_exceeded', 'Blocked'],
      [403, 'permission_denied', 'NoPermissions'],
      [401, 'invalid_api_key', 'NoPermissions'],
    ] as const) {
      service.answer(() => refuses(status, code, `Words of the service on ${status}`));
      const { error } = await asking.carryOut({ do: 'ask', model, text: 'Hello' });
      assert.equal(error?.isLanguageModelError, true, `${status}: ${error?.message}`);
      assert.equal(error.code, expected, `${status}: ${error.message}`);
    }
    service.answer(() => refuses(500, 'server_error', 'Out of order'));
    const { error } = await asking.carryOut({ do: 'ask', model, text: 'Hello' });
    assert.match(error?.message ?? '', /Out of order/);
  });

  it('has every one of its requests in the log, and in the count', async () => {
    const { length } = service.completions;
    assert.equal((await requestsOf(parley, askingExtensionId)).length, length);
    assert.equal(await repliesForOthers(parley), String(length));
  });

  it('sees nothing once the connection is offered no longer, whatever it has kept', async () => {
    await tab.getByRole('button', { name: 'Edit: Lab' }).click();
    await tab.getByRole('checkbox', { name: 'Offer favourite models to VS Code' }).click();
    await tab.getByRole('button', { name: 'Save' }).click();
    const before = service.requests.length;
    await until('no model is listed', async () => {
      const { models: seen } = await asking.carryOut({ do: 'list' });
      return seen?.length === 0;
    });
    const { error } = await asking.carryOut({ do: 'ask', model, text: 'Hello' });
    assert.equal(error?.code, 'NotFound', error?.message);
    assert.equal(service.requests.length, before);
  });
});

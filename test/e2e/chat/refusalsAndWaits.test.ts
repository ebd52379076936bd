import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { chunk } from '../../support/service/scripts.ts';
import { serveCanary, type CanaryService } from '../support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../support/parleyWindow.ts';

/** What the service was asked for, as far as these tests look at it. */
interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

const json = { 'content-type': 'application/json' };

function reply(pieces: readonly string[]): Response {
  const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
  const data = [
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop', { usage }),
    '[DONE]',
  ];
  return new Response(data.map((line) => `data: ${line}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** A service that does what the last message says. */
async function handle(request: Request): Promise<Response> {
  if (request.method === 'GET') {
    return Response.json({ object: 'list', data: [{ id: 'm1' }, { id: 'm2' }] });
  }
  const { messages, max_tokens, model } = (await request.json()) as Asked;
  const text = messages.at(-1)?.content ?? '';
  if (max_tokens !== undefined) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const error = { message, param: 'max_tokens', code: 'unsupported_parameter' };
    return new Response(JSON.stringify({ error }), { status: 400, headers: json });
  }
  if (text.includes('wait') && model === 'm1' && !seen.has(text)) {
    seen.add(text);
    const error = { message: 'Slow down.', code: 'rate_limit_exceeded' };
    const headers = { ...json, 'retry-after': '100' };
    return new Response(JSON.stringify({ error }), { status: 429, headers });
  }
  if (text === 'hold back') {
    await delay(3200);
    return reply(Array.from({ length: 200 }, (_, index) => `word ${index} `));
  }
  return reply([`${model} answers ${text}`]);
}

/** The messages that have been refused once. */
const seen = new Set<string>();

describe('refusals, waits and costs', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  before(async () => {
    service = await serveCanary({ handle });
    parley = await openParley({
      'parley.connections': [
        {
          id: 'a',
          name: 'Office',
          baseUrl: service.baseUrl,
          model: 'm1',
          parameters: { max_tokens: 900, temperature: 0.2 },
        },
      ],
      'parley.prices': { m1: { prompt: 2, completion: 4, currency: 'EUR' } },
    });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  const bodies = (): readonly Asked[] =>
    service.requests
      .filter(({ path }) => path.endsWith('/chat/completions'))
      .map(({ body }) => JSON.parse(body) as Asked);
  const button = (name: string | RegExp) => parley.panel.getByRole('button', { name });
  const answered = async (text: string): Promise<void> => {
    await parley.panel.locator('article.reply', { hasText: text }).waitFor();
    await parley.replyEnded();
  };

  it('names the refused field, and sends it under its other name only on a click', async () => {
    const { panel } = parley;
    await parley.say('hello');
    await panel.locator('.error-title', { hasText: 'Not supported: max_tokens' }).waitFor();
    await parley.screenshot('refused-field');
    assert.equal(bodies().length, 1);
    await button('Use max_completion_tokens').click();
    await answered('m1 answers hello');
    assert.deepEqual(
      bodies().map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens]),
      [
        [900, undefined],
        [undefined, 900],
      ],
    );
  });

  it('says under the reply what it cost and what was changed', async () => {
    const usage = parley.panel.locator('details.usage').last();
    await usage.locator('summary', { hasText: '€0.004' }).waitFor();
    await usage.locator('summary').click();
    await usage.getByText('max_tokens is sent as max_completion_tokens').waitFor();
    await parley.screenshot('reply-details');
  });

  it('shows the next request as it is then sent', async () => {
    const { page, panel, composer } = parley;
    await composer.fill('and now');
    await button('Preview Request').click();
    const lines = page.locator('.editor-instance .view-lines').first();
    await lines.getByText('# Request Preview').waitFor();
    await lines.getByText('max_tokens is sent as').first().waitFor();
    await parley.screenshot('next-request');
    await runPaletteCommand(page, 'Parley: Copy Request as cURL');
    await panel.locator('.send-button').click();
    await answered('m1 answers and now');
    // The request that was refused has no reply.
    await panel.locator('.conversation-total', { hasText: 'Replies in this chat: 2' }).waitFor();
    assert.equal(bodies().at(-1)?.max_completion_tokens, 900);
  });

  it('shows what is changed in the popover, keeps a field from being sent, and forgets', async () => {
    const { page, panel } = parley;
    await button(/^Parameters/).click();
    await panel.getByText('For this model: max_tokens is sent as').waitFor();
    await button('Do Not Send temperature').click();
    await parley.screenshot('parameters-not-sent');
    await button('Reset Adjustments').click();
    await panel.getByText('For this model:').waitFor({ state: 'detached' });
    await button('Do Not Send max_tokens').click();
    await page.keyboard.press('Escape');
    await parley.say('as it is');
    await answered('m1 answers as it is');
    assert.deepEqual(Object.keys(bodies().at(-1) ?? {}).toSorted(), [
      'messages',
      'model',
      'stream',
      'stream_options',
    ]);
  });

  it('counts down where the service asks to wait, and cancels', async () => {
    const { panel } = parley;
    const before = bodies().length;
    await parley.say('wait one');
    await panel.getByText(/Trying again in 1 min/).waitFor();
    await parley.screenshot('countdown-cards');
    await button('Cancel').click();
    await panel.locator('.ending', { hasText: 'Stopped.' }).waitFor();
    await parley.replyEnded();
    assert.equal(bodies().length, before + 1);
  });

  it('sends at once on a click', async () => {
    await parley.say('wait two');
    await button('Send Now').click();
    await answered('wait two');
  });

  it('sends to another model on a click', async () => {
    const { page } = parley;
    await parley.say('wait three');
    await button('Choose Model…').click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'm2' }).first().click();
    await answered('m2 answers wait three');
  });

  it('says once that a stream is held back, and switches to standard mode', async () => {
    const { panel } = parley;
    await parley.say('hold back');
    await panel.getByText('arrive all at once after a long wait').waitFor();
    await parley.screenshot('held-back');
    await button('Use Standard Mode').click();
    await panel.getByText('are no longer streamed').waitFor();
    await parley.say('in one piece');
    await parley.replyEnded();
    const last = bodies().at(-1) as { stream?: boolean } | undefined;
    assert.equal(last?.stream, false);
  });
});

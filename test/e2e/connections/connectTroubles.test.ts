import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, serveCanary } from '../support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../support/parleyWindow.ts';

/** A service that answers the request for its model list in this way. */
async function serveList(answer: (request: Request) => Response) {
  const demo = createDemoService({ delayMs: 0 });
  return serveCanary({
    handle: async (request) => (request.method === 'GET' ? answer(request) : demo.handle(request)),
  });
}

const page502 = () =>
  new Response('<!doctype html><title>Bad Gateway</title>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  });
const gateway = () => Response.json({ message: 'x-portkey-provider is required' }, { status: 400 });

describe('connecting where something is wrong', () => {
  let parley: ParleyWindow;
  before(async () => (parley = await openParley()));
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
    await parley.page.keyboard.press('Escape');
  });
  after(async () => parley.close());

  const box = () => parley.page.locator('.quick-input-widget');
  const input = () => box().locator('input');
  const message = (text: string | RegExp) =>
    box().locator('.quick-input-message', { hasText: text });
  const step = async (title: string) =>
    box().locator('.quick-input-title', { hasText: title }).waitFor();
  const begin = async (address: string) => {
    await runPaletteCommand(parley.page, 'Parley: Connect to a Service');
    await step('1/2');
    await input().fill(address);
    await parley.page.keyboard.press('Enter');
    await step('2/2');
  };
  /** As a paste: into what has the focus, in place of what is selected. */
  const paste = async (text: string) => parley.page.keyboard.insertText(text);

  it('selects a refused key, so that a paste replaces it, and says what the service says', async () => {
    const service = await serveCanary();
    const { page, panel } = parley;
    await begin(service.origin);
    await paste('sk-wrong');
    await page.keyboard.press('Enter');
    await message(/“.+”.*\(GET .*401\)/).waitFor();
    await parley.screenshot('connect-refused-key');
    await paste(`"Bearer ${canaryKey}"`);
    await message('Removed what was around the API key.').waitFor();
    assert.equal(await input().inputValue(), canaryKey);
    await parley.screenshot('connect-tidied-key');
    await page.keyboard.press('Enter');
    await box().locator('.monaco-list-row', { hasText: 'demo-echo' }).click();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    await service.close();
  });

  it('keeps what was typed when the box is closed, and goes back a step', async () => {
    const { page } = parley;
    const service = await serveList(gateway);
    await begin(service.origin);
    await paste('sk-kept');
    await page.keyboard.press('Escape');
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await step('1/2');
    assert.equal(await input().inputValue(), service.origin);
    await page.keyboard.press('Enter');
    await step('2/2');
    assert.equal(await input().inputValue(), 'sk-kept');
    await box().getByRole('button', { name: 'Back' }).click();
    await step('1/2');
    await input().fill('http://127.0.0.1:9');
    await page.keyboard.press('Enter');
    await step('2/2');
    assert.equal(await input().inputValue(), '', 'a key for another origin');
    await service.close();
  });

  it('stays at the key where a gateway answers with a web page', async () => {
    const service = await serveList(page502);
    await begin(service.origin);
    await parley.page.keyboard.press('Enter');
    await message('“Bad Gateway”').waitFor();
    await step('2/2');
    await service.close();
  });

  it('leads to the page for a service that gives no list, when asked once more', async () => {
    const { page, panel } = parley;
    const service = await serveList(gateway);
    await begin(service.origin);
    await page.keyboard.press('Enter');
    await message('“x-portkey-provider is required”').waitFor();
    await message('press Enter again to continue without the model list').waitFor();
    await parley.screenshot('connect-gateway');
    await page.keyboard.press('Enter');
    const form = tabFrame(page).getByRole('group', { name: 'New connection' });
    await form.getByText('x-portkey-provider is required').waitFor();
    await form.locator('input:focus').waitFor();
    await page.keyboard.type('demo-echo');
    await page.keyboard.press('Enter');
    const use = tabFrame(page).getByRole('button', { name: /^New Chat With It/ });
    await use.and(tabFrame(page).locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    assert.equal(service.requests.length, 1, 'the second Enter asks for no list');
    await parley.runCommand('workbench.action.closeActiveEditor');
    await service.close();
  });

  it('leads to the headers of a new connection', async () => {
    const { page } = parley;
    const service = await serveList(gateway);
    await begin(service.origin);
    await page.keyboard.press('Enter');
    await message('x-portkey-provider').waitFor();
    await box()
      .getByRole('button', { name: /Set Headers/ })
      .click();
    const form = tabFrame(page).getByRole('group', { name: 'New connection' });
    const headers = form.getByRole('textbox', { name: 'Extra headers' });
    await headers.waitFor();
    await page.keyboard.insertText('x-portkey-provider: openai');
    assert.equal(await headers.inputValue(), 'x-portkey-provider: openai', 'It has the focus.');
    assert.equal(await form.getByLabel('Address').inputValue(), service.origin);
    await parley.screenshot('connect-headers');
    await form.getByRole('button', { name: 'Discard Changes' }).click();
    await parley.runCommand('workbench.action.closeActiveEditor');
    await service.close();
  });

  it('says that a list has no models, and what to do', async () => {
    const { page, panel } = parley;
    const service = await serveList(() => Response.json({ object: 'list', data: [] }));
    await begin(service.origin);
    await page.keyboard.press('Enter');
    await box().getByText('The service has no models yet').waitFor();
    await parley.screenshot('connect-empty-list');
    await input().fill('demo-echo');
    await box().getByText('not in the list').waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    await service.close();
  });

  it('says before the next message that the chat goes to another service with it', async () => {
    const { page, panel } = parley;
    const services = [
      await serveCanary(createDemoService()),
      await serveCanary(createDemoService()),
    ];
    for (const { origin } of services) {
      await begin(origin);
      await page.keyboard.press('Enter');
      await box().locator('.monaco-list-row', { hasText: 'demo-echo' }).click();
      await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
      const remark = panel.getByText(/Your next message sends this whole chat/);
      if (origin === services[0]?.origin) {
        await parley.say('Hello');
        await parley.replyEnded();
      } else {
        await remark.and(panel.getByText(`to \u2068${new URL(origin).host}\u2069.`)).waitFor();
        await parley.screenshot('connect-other-service');
        await parley.say('Again');
        await remark.waitFor({ state: 'detached' });
      }
    }
    await Promise.all(services.map(async (service) => service.close()));
  });
});

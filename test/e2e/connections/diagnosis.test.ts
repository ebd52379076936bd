import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createProxy } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import {
  type BufferingProxy,
  startBufferingProxy,
} from '../../support/diagnosis/bufferingProxy.ts';
import { loopbackKey, untrustedCertificate } from '../../support/service/loopbackCertificates.ts';
import { chunk } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { allowContact, canaryKey, type CanaryService, serveCanary } from '../support/canary.ts';
import { openParley, type ParleyWindow, pictureFailure, themes } from '../support/parleyWindow.ts';

/** How many pieces the long reply has, and the time between them: it takes longer than the silence that counts. */
const pieces = 40;
const pauseMs = 85;

/** A service that streams as many words as it is asked for, each after a pause. */
function createSlowService(): ReturnType<typeof createDemoService> {
  const demo = createDemoService({ delayMs: 0 });
  return {
    async handle(request) {
      if (request.method === 'GET') {
        return demo.handle(request);
      }
      const body = (await request.clone().json()) as { max_tokens?: number };
      let left = Math.min(body.max_tokens ?? pieces, pieces);
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (left === 0) {
            controller.enqueue(line(chunk({}, 'stop')));
            controller.enqueue(line('[DONE]'));
            controller.close();
            return;
          }
          left -= 1;
          await delay(pauseMs);
          controller.enqueue(line(chunk({ content: 'word ' })));
        },
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}

function line(data: string): Uint8Array {
  return new TextEncoder().encode(`data: ${data}\n\n`);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A service that takes the key of the test until it is revoked. */
function createKeyedService() {
  const demo = createDemoService({ apiKey: canaryKey, delayMs: 0 });
  const other = createDemoService({ apiKey: 'sk-other', delayMs: 0 });
  let isRevoked = false;
  return {
    handle: async (request: Request) => (isRevoked ? other : demo).handle(request),
    revoke: () => (isRevoked = true),
  };
}

const proxyPassword = 'proxy-pw-5Kq8';

/** A proxy that opens no connection without a login. */
function createClosedProxy(): Server {
  return createProxy().on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end(
      'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n',
    );
  });
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createProxy();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('the diagnosis of a connection', () => {
  let parley: ParleyWindow;
  let keyed: CanaryService;
  let slow: CanaryService;
  let buffering: BufferingProxy;
  let deadEnd: BufferingProxy;
  const keyedService = createKeyedService();
  const secure = createSecureServer({ key: loopbackKey, cert: untrustedCertificate });
  const proxy = createClosedProxy();

  before(async () => {
    keyed = await serveCanary(keyedService);
    slow = await serveCanary(createSlowService());
    buffering = await startBufferingProxy(slow.origin);
    deadEnd = await startBufferingProxy(`http://127.0.0.1:${await closedPort()}`);
    const refused = `http://127.0.0.1:${await closedPort()}`;
    const selfSigned = `https://127.0.0.1:${await listen(secure)}`;
    const proxyOrigin = `http://127.0.0.1:${await listen(proxy)}`;
    const beyond = 'https://service.example';
    for (const origin of [
      refused,
      selfSigned,
      proxyOrigin,
      beyond,
      buffering.origin,
      deadEnd.origin,
    ]) {
      allowContact(origin);
    }
    const model = 'demo-echo';
    parley = await openParley({
      // Not used for the services on this computer.
      'http.proxy': proxyOrigin.replace('//', `//ann:${proxyPassword}@`),
      'parley.connections': [
        { id: 'keyed', name: 'Keyed', baseUrl: `${keyed.origin}/v1`, model },
        { id: 'dead', name: 'Dead upstream', baseUrl: `${deadEnd.origin}/v1`, model },
        { id: 'refused', name: 'Refused', baseUrl: `${refused}/v1`, model },
        { id: 'signed', name: 'Self-signed', baseUrl: `${selfSigned}/v1`, model },
        { id: 'slow', name: 'Buffered', baseUrl: `${buffering.origin}/v1`, model },
        { id: 'beyond', name: 'Beyond', baseUrl: `${beyond}/v1`, model },
      ],
    });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
    await parley.runCommand('workbench.action.closeAllEditors');
    await button('Copy Report').first().waitFor({ state: 'detached' });
  });
  after(async () => {
    await parley.close();
    await Promise.all([keyed, slow, buffering, deadEnd].map(async (each) => each.close()));
    secure.close();
    proxy.close();
  });

  /** Chooses a connection by keyboard. */
  const diagnose = async (name: string): Promise<void> => {
    await runPaletteCommand(parley.page, 'Parley: Diagnose Connection');
    const picker = parley.page.locator('.quick-input-widget');
    await picker.getByPlaceholder('Choose the connection to diagnose').fill(name);
    await parley.page.keyboard.press('Enter');
  };
  const button = (name: string): Locator =>
    parley.page.locator('.codelens-decoration a', { hasText: name });
  const line = (text: string | RegExp): Locator =>
    parley.page.locator('.view-line', { hasText: text });
  const ended = async (): Promise<void> => button('Run Again').waitFor();
  /** What the document says once the diagnosis has ended, copied with the mouse. */
  const report = async (): Promise<string> => {
    const { page } = parley;
    await ended();
    await page.evaluate(async () => navigator.clipboard.writeText(''));
    await button('Copy Report').click();
    await page.locator('.statusbar', { hasText: 'The report was copied.' }).waitFor();
    return until('the report is in the clipboard', async () =>
      page.evaluate(async () => navigator.clipboard.readText()),
    );
  };

  it('names a key that is missing, then one that is rejected, and copies a report without it', async () => {
    const { page } = parley;
    await diagnose('Keyed');
    await line('✗ Model list: Key required').waitFor();
    await button('Set API Key…').click();
    const box = page.locator('.quick-input-widget input[type=password]');
    await box.fill(canaryKey);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar', { hasText: 'The API key was saved and' }).waitFor();
    await button('Run Again').click();
    await line(/✓\sModel\slist:\s\d+\smodels/).waitFor();
    keyedService.revoke();
    await button('Run Again').click();
    await line('✗ Model list: Key rejected').waitFor();
    await line(`GET ${keyed.origin}/v1/models`).waitFor();
    const text = await report();
    assert.ok(text.includes('Key rejected (auth)'), text);
    assert.ok(text.includes(keyed.origin), text);
    assert.ok(!text.includes(canaryKey), 'the report holds the key');
    assert.ok(keyed.requests.some(({ authorization }) => authorization?.includes(canaryKey)));
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`diagnosis-${name}`);
    }
    await parley.setTheme(themes['dark'] ?? { name: 'Dark Modern', kind: 'vs-dark' });
    await button('Set API Key…').click();
    await box.waitFor();
    await page.keyboard.press('Escape');
  });

  it('names a port on which nothing listens, from the card of the failed reply', async () => {
    const { page, panel } = parley;
    await runPaletteCommand(page, 'Parley: Choose Model');
    await page.locator('.quick-input-widget input').fill('Refused');
    await page.locator('.monaco-list-row.focused', { hasText: 'Refused' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByText(/Messages go to .?Refused/).waitFor();
    await parley.say('Hello');
    const card = panel.getByRole('group', { name: 'Connection refused' });
    await card.getByRole('button', { name: 'Diagnose', exact: true }).click();
    await line('✗ Port: Nothing listens').waitFor();
    assert.equal((await report()).match(/: Not checked$/gm)?.length, 2);
    await card.getByRole('button', { name: 'Diagnose', exact: true }).click();
    await line('✗ Port: Nothing listens').waitFor();
    const tabs = page.getByRole('tab', { name: 'Connection Diagnosis' });
    assert.equal(await tabs.count(), 1, 'one document for a connection');
  });

  it('names a certificate that is self-signed, and opens the settings by keyboard', async () => {
    const { page } = parley;
    await diagnose('Self-signed');
    await ended();
    await line('✗ Certificate: The certificate is self-signed').click();
    await runPaletteCommand(page, 'Show CodeLens Commands for Current Line');
    await page.locator('.quick-input-widget').getByText('Open Settings').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.settings-editor').getByText('System Certificates').first().waitFor();
  });

  it('names a proxy that wants a login', async () => {
    await diagnose('Beyond');
    await line('✗ Port: Proxy sign-in required').waitFor();
    const text = await report();
    assert.match(text, /proxySignIn/);
    assert.match(text, /HTTP 407/);
    assert.ok(!text.includes(proxyPassword), text);
  });

  it('names a gateway with nothing behind it', async () => {
    await diagnose('Dead upstream');
    await line('✗ Model list: Gateway error').waitFor();
    assert.match(await report(), /\(gateway\)/);
  });

  it('names something that buffers the stream, after a click that says what it costs', async () => {
    await diagnose('Buffered');
    await line('two short messages').waitFor();
    const asked = () => slow.requests.filter(({ path }) => path.endsWith('/completions')).length;
    assert.equal(asked(), 0, 'nothing is asked for without a click');
    await button('Check Replies').click();
    await line('⚠ Streaming: Something buffers the stream').waitFor();
    assert.equal(asked(), 2);
    assert.match(await report(), /\(heldBack\)/);
  });

  it('stops, and ends with its document', async () => {
    await diagnose('Buffered');
    await button('Check Replies').click();
    await button('Stop').click();
    await ended();
    await line(': Stopped').waitFor();
    await parley.runCommand('workbench.action.closeActiveEditor');
    await button('Run Again').waitFor({ state: 'detached' });
  });

  it('is reached from connecting and from the connections page, and knows the demo', async () => {
    const { page } = parley;
    const tab = tabFrame(page);
    const box = page.locator('.quick-input-widget');
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('input').fill(`http://127.0.0.1:${await closedPortAllowed()}/v1`);
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-title', { hasText: '2/2' }).waitFor();
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-message', { hasText: 'refused' }).waitFor();
    await box.getByRole('button', { name: 'Diagnose Connection' }).click();
    await line('✗ Port: Nothing listens').waitFor();
    await parley.runCommand('workbench.action.closeActiveEditor');
    await runPaletteCommand(page, 'Parley: Manage Connections');
    await tab.getByRole('button', { name: 'Diagnose: Refused' }).waitFor();
    await parley.runCommand('workbench.action.closeActiveEditor');
    await diagnose('Demo');
    await line('Nothing leaves this computer').waitFor();
  });
});

async function closedPortAllowed(): Promise<number> {
  const port = await closedPort();
  allowContact(`http://127.0.0.1:${port}`);
  return port;
}

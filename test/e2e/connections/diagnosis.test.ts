import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import type { FrameLocator, Locator } from 'playwright-core';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import {
  type BufferingProxy,
  startBufferingProxy,
} from '../../support/diagnosis/bufferingProxy.ts';
import { loopbackKey, untrustedCertificate } from '../../support/service/loopbackCertificates.ts';
import { until } from '../../support/until.ts';
import { allowContact, canaryKey, type CanaryService, serveCanary } from '../support/canary.ts';
import { openParley, type ParleyWindow, pictureFailure } from '../support/parleyWindow.ts';

const proxyPassword = 'proxy-pw-5Kq8';

/** The origin at which a server listens on this computer. */
async function originOf(server: Server, scheme: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  allowContact(origin);
  return origin;
}

/** An address at which nothing listens. */
async function deadOrigin(): Promise<string> {
  const server = createSocketServer();
  const origin = await originOf(server, 'http');
  server.close();
  await once(server, 'close');
  return origin;
}

describe('the diagnosis of a connection', () => {
  const selfSigned = createServer({ key: loopbackKey, cert: untrustedCertificate });
  const proxy = createProxy().on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
  );
  let gateway: BufferingProxy;
  let service: CanaryService;
  let parley: ParleyWindow;
  let tab: FrameLocator;
  let box: Locator;
  before(async () => {
    service = await serveCanary();
    gateway = await startBufferingProxy(await deadOrigin());
    allowContact(gateway.origin);
    const proxyOrigin = await originOf(proxy, 'http');
    const connection = (name: string, baseUrl: string) => ({ id: name, name, baseUrl });
    parley = await openParley({
      'http.proxy': proxyOrigin.replace('http://', `http://ann:${proxyPassword}@`),
      'parley.connections': [
        connection('Refused', await deadOrigin()),
        connection('Self-signed', await originOf(selfSigned, 'https')),
        connection('Dead upstream', gateway.origin),
        connection('Behind a proxy', 'https://service.example'),
        connection('Working', service.origin),
      ],
    });
    tab = tabFrame(parley.page);
    box = parley.page.locator('.quick-input-widget');
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
    await runPaletteCommand(parley.page, 'View: Close All Editors');
  });
  after(async () => {
    await parley.close();
    await gateway.close();
    await service.close();
    selfSigned.close();
    proxy.close();
  });

  /** Diagnoses the connection with this name. */
  const diagnose = async (name: string): Promise<void> => {
    await runPaletteCommand(parley.page, 'Parley: Diagnose Connection');
    await box.locator('.monaco-list-row', { hasText: name }).click();
    await tab.getByRole('button', { name: 'Run Again' }).waitFor();
  };
  const finding = (status: string, title: string): Locator =>
    tab.locator(`.step.${status}`, { hasText: title });
  const copiedReport = async (): Promise<string> => {
    await tab.getByRole('button', { name: 'Copy Report' }).click();
    await tab.getByText('The report was copied.').waitFor();
    return until('the report is in the clipboard', async () => {
      const text = await parley.page.evaluate(async () => navigator.clipboard.readText());
      return text.startsWith('# Connection Diagnosis') && text;
    });
  };

  for (const [name, title, cause] of [
    ['Refused', 'Nothing listens', /\((?:portRefused|loopbackIsRemote)\)/],
    ['Self-signed', 'The certificate is self-signed', /\(selfSigned\)/],
    ['Dead upstream', 'Gateway error', /\(gatewayError\)/],
    ['Behind a proxy', 'does not accept the user name or password', /\(proxyLogin\)/],
  ] as const) {
    it(`finds the cause by name: ${name}`, async () => {
      await diagnose(name);
      await finding('problem', title).waitFor();
      await parley.screenshot(`diagnosis ${name}`);
      const report = await copiedReport();
      assert.match(report, cause);
      assert.ok(!report.includes(proxyPassword), report);
    });
  }

  it('leads from a missing key to a reply of one token, and its report holds no key', async () => {
    const { page } = parley;
    await diagnose('Working');
    await tab.getByRole('button', { name: 'Set API Key…' }).click();
    await box.locator('input[type=password]').fill(canaryKey);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar', { hasText: 'The API key works' }).waitFor();
    await tab.getByRole('button', { name: 'Run Again' }).click();
    const sent = service.requests.length;
    await tab.getByRole('button', { name: 'Ask for One Token' }).click();
    await finding('fine', 'The model replied').waitFor();
    assert.deepEqual(
      service.requests.slice(sent).filter(({ path }) => path.endsWith('/chat/completions')).length,
      1,
    );
    await parley.screenshot('diagnosis working');
    const report = await copiedReport();
    assert.ok(!report.includes(canaryKey), report);
  });
});

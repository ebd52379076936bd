import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createSideBarProvider } from '../../../src/host/panel/sideBar.ts';
import { Panel } from '../../../src/host/panel/panel.ts';
import type { ViewToHost } from '../../../src/shared/panel/panelProtocol.ts';
import { activated } from '../activated.ts';
import { fakeView } from '../fakeView.ts';

describe('the panel before Parley has started', () => {
  /** A view that VS Code has just made, and a panel that comes when the test starts it. */
  async function waiting() {
    const { chat, context } = await activated();
    const fake = fakeView(context.extensionUri);
    const intents: ViewToHost[] = [];
    const panel = new Panel(
      {
        opening: () => [],
        extensionUri: context.extensionUri,
        settings: () => ({ target: { connection: 'Demo', model: 'demo-echo' } }),
        onIntent: (intent) => intents.push(intent),
      },
      chat,
      async () => {},
    );
    const { promise, resolve, reject } = Promise.withResolvers<Panel>();
    const entry = createSideBarProvider(context.extensionUri, async () => promise);
    const { token } = new vscode.CancellationTokenSource();
    const resolved = Promise.resolve(
      entry.resolveWebviewView(fake.view, { state: undefined }, token),
    );
    const start = async () => {
      resolve(panel);
      await resolved;
    };
    return { ...fake, panel, intents, resolved, start, reject };
  }

  it('shows its page at once, which is heard once there is a panel', async () => {
    const { view, posted, intents, start, say } = await waiting();
    const { html } = view.webview;
    assert.match(html, /<div id="parley">/);
    say({ kind: 'ready' });
    say({ kind: 'chooseModel' });
    assert.equal(posted.length, 0);
    await start();
    assert.equal(posted[0]?.kind, 'snapshot');
    assert.deepEqual(intents, [{ kind: 'chooseModel' }]);
    assert.equal(view.webview.html, html, 'the page is not loaded once more');
    say({ kind: 'ready' });
    assert.equal(posted.filter(({ kind }) => kind === 'snapshot').length, 2, 'heard once each');
  });

  it('forgets what a page has said that was hidden meanwhile', async () => {
    const { posted, start, say, setVisible } = await waiting();
    say({ kind: 'ready' });
    setVisible(false);
    setVisible(true);
    await start();
    assert.equal(posted.length, 0);
    say({ kind: 'ready' });
    assert.equal(posted[0]?.kind, 'snapshot');
  });

  it('gives no view to the panel that has been closed', async () => {
    const { panel, posted, start, say, dispose } = await waiting();
    say({ kind: 'ready' });
    dispose();
    await start();
    assert.equal(posted.length, 0);
    assert.equal(panel.isShown, false);
  });

  it('lets VS Code say where Parley could not be started', async () => {
    const { resolved, reject } = await waiting();
    reject(new Error('not loaded'));
    await assert.rejects(resolved, /not loaded/);
  });
});

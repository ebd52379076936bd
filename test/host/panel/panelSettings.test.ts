import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { panelSettings } from '../../../src/host/panel/panelSettings.ts';
import { until } from '../../support/until.ts';
import { activated, handleIntent } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

describe('the settings of a panel', () => {
  it('name the service of the target and all connections that lead to it', async () => {
    const { chat, services } = await activated();
    const settings = vscode.workspace.getConfiguration('parley');
    const service = () =>
      panelSettings(chat, services.adjustments, services.models).target?.service;
    assert.equal(service(), undefined, 'the demo');
    const connections = [
      { id: 'a', name: 'A', baseUrl: 'https://one.example/v1' },
      { id: 'b', name: 'B', baseUrl: 'one.example:443/other/v2' },
      { id: 'c', name: 'C', baseUrl: 'https://one.example:8443' },
    ];
    try {
      await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
      await chat.target.choose('a', 'm');
      assert.deepEqual(service(), {
        host: 'one.example',
        connections: [
          { id: 'a', name: 'A' },
          { id: 'b', name: 'B' },
        ],
      });
      await chat.target.choose('c', 'm');
      assert.equal(service()?.host, 'one.example:8443');
    } finally {
      await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('say what is selected in the editor, without its text', async () => {
    const { chat, services } = await activated();
    const content = () => panelSettings(chat, services.adjustments, services.models).selection;
    const document = await vscode.workspace.openTextDocument({ content: 'const a = 1;\n' });
    const editor = await vscode.window.showTextDocument(document);
    assert.equal(content(), undefined);
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    const { startLine, endLine, text } = content() ?? {};
    assert.deepEqual([startLine, endLine, text], [1, 1, '']);
    editor.selections = [editor.selection, new vscode.Selection(0, 6, 0, 7)];
    assert.equal(content(), undefined, 'of several');
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('no editor is active', () => vscode.window.activeTextEditor === undefined);
    assert.equal(content(), undefined);
  });
});

describe('the settings of VS Code', () => {
  /** The commands on settings that run during `work`. */
  async function settingsCommands(work: () => Promise<unknown>): Promise<readonly unknown[]> {
    const { executeCommand } = vscode.commands;
    const run: unknown[] = [];
    Object.assign(vscode.commands, {
      executeCommand: async (id: string, ...args: readonly unknown[]) => {
        if (id.startsWith('workbench.action.openSettings')) {
          run.push([id, ...args]);
        }
        return executeCommand(id, ...args);
      },
    });
    try {
      await work();
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
    return run;
  }

  afterEach(async () => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('are not opened for time limits that the connection has itself', async () => {
    await withConnection(
      [],
      async ({ chat }) => {
        const open = async () => handleIntent({ kind: 'timeoutSettings' }, chat);
        assert.deepEqual(await settingsCommands(open), []);
        await until(
          'the connections are open',
          () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Connections',
        );
      },
      { firstByteTimeoutSeconds: 600 },
    );
  });

  it('are opened as JSON at the connections by the command', async () => {
    const open = async () => vscode.commands.executeCommand('parley.openSettings');
    assert.deepEqual(await settingsCommands(open), [
      [
        'workbench.action.openSettingsJson',
        { revealSetting: { key: 'parley.connections', edit: true } },
      ],
    ]);
    await until('the file is open', () => {
      const { path = '' } = vscode.window.activeTextEditor?.document.uri ?? {};
      return path.endsWith('/settings.json');
    });
  });

  for (const [kind, query] of [
    ['timeoutSettings', '@ext:parley-chat.parley timeout'],
    ['certificateSettings', 'http.systemCertificates'],
  ] as const) {
    it(`are opened by the button of an error card: ${kind}`, async () => {
      const { chat } = await activated();
      assert.deepEqual(await settingsCommands(async () => handleIntent({ kind }, chat)), [
        ['workbench.action.openSettings', query],
      ]);
      await until(
        'the settings are open',
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Settings',
      );
    });
  }
});

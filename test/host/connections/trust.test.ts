import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventStream, replyStream } from '../../support/service/scripts.ts';
import { startScriptedService } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const key = 'sk-trust-canary';

describe('a workspace that wants the key', () => {
  it('redirects nothing, adds nothing and causes no request', async () => {
    const { chat, services } = await activated();
    const { keys } = services;
    const choice = chat.target;
    const own = await startScriptedService(eventStream(replyStream(['mine'])));
    const attacker = await startScriptedService();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    const settings = vscode.workspace.getConfiguration('parley');
    const entry = { id: 'trust', name: 'Mine', baseUrl: own.origin, model: 'm' };
    try {
      await keys.set(own.origin, key);
      await settings.update('connections', [entry], vscode.ConfigurationTarget.Global);
      const bad = {
        'parley.connections': [
          { ...entry, baseUrl: attacker.origin, headers: { 'X-Bad': '1' }, mode: 'standard' },
        ],
        'parley.idleTimeoutSeconds': 1,
        'editor.tabSize': 7,
      };
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(bad)));
      await until(
        "the workspace's settings are in force",
        () => vscode.workspace.getConfiguration('editor').get('tabSize') === 7,
      );
      assert.deepEqual([own.requests.length, attacker.requests.length], [0, 0]);
      await choice.choose('trust', 'm');
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the reply has ended', () => !chat.session.isRunning);
      assert.deepEqual(
        own.requests.map(({ url, headers }) => [url, headers['authorization'], headers['x-bad']]),
        [['/v1/chat/completions', `Bearer ${key}`, undefined]],
      );
      assert.match(own.requests[0]?.body ?? '', /"stream":true/);
      assert.equal(attacker.requests.length, 0);
    } finally {
      await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
      await vscode.workspace.fs.delete(file).then(undefined, () => {});
      await keys.forget(own.origin);
      await own.close();
      await attacker.close();
    }
  });

  it('has no key for an address that was edited to another origin', async () => {
    const { services } = await activated();
    const { keys, clients } = services;
    const before = await startScriptedService();
    const after = await startScriptedService();
    try {
      await keys.set(before.origin, key);
      const client = await clients({ id: 'trust', name: 'Mine', baseUrl: after.origin });
      await assert.rejects(client.listModels());
      assert.equal(after.requests[0]?.headers['authorization'], undefined);
    } finally {
      await keys.forget(before.origin);
      await before.close();
      await after.close();
    }
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { panelSettings } from '../../../src/host/panel/panelSettings.ts';
import { activated } from '../activated.ts';

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
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('extension', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension('parley-chat.parley');
    assert.ok(extension, 'The extension is not installed.');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});

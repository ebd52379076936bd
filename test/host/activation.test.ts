import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated } from './activated.ts';

describe('extension', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension('parley-chat.parley');
    assert.ok(extension, 'The extension is not installed.');
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('carries out every command of its manifest, and no other', async () => {
    const { commands, context } = await activated();
    const manifest = context.extension.packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(Object.keys(commands).toSorted(), contributed.toSorted());
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, contributedIds } from '../../src/host/base/commands.ts';
import { formerCommands } from '../../src/host/base/formerCommands.ts';
import { activated } from './activated.ts';

describe('extension', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension('parley-chat.parley');
    assert.ok(extension, 'The extension is not installed.');
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('carries out every command of its manifest, and each earlier name leads to a command', async () => {
    const { commands, context } = await activated();
    const manifest = context.extension.packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(contributedIds.toSorted(), contributed.toSorted());
    assert.deepEqual(Object.keys(commands).toSorted(), commandIds.toSorted());
    const successors = Object.values(formerCommands).map(([id]) => id);
    assert.deepEqual(
      Object.keys(formerCommands).filter((id) => Object.hasOwn(commands, id)),
      [],
    );
    assert.deepEqual(
      successors.filter((id) => !Object.hasOwn(commands, id)),
      [],
    );
  });
});

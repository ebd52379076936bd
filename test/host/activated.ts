import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parley } from '../../src/host/parley.ts';

/** What the extension gives to tests: its parts and its context. */
export type Activated = Parley & { readonly context: vscode.ExtensionContext };

/** The extension under test, activated, with the demo chosen and an empty conversation. */
export async function activated(): Promise<Activated> {
  const extension = vscode.extensions.getExtension<Activated>('parley-chat.parley');
  assert.ok(extension, 'The extension is not installed.');
  const parley = await extension.activate();
  parley.actions.session.show();
  await parley.actions.services.choice.choose('demo', 'demo-echo');
  return parley;
}

import * as vscode from 'vscode';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import { isRecord } from '../shared/guards.ts';

type ConversationHtml = typeof conversationHtml;

let loaded: Promise<ConversationHtml> | undefined;

/**
 * The function that makes pages, from a bundle of its own: few need it, and it holds the whole
 * markdown parser. The same way works in every extension host; that of a browser has no `require`
 * for an extension's own files.
 */
export async function loadConversationHtml(extensionUri: vscode.Uri): Promise<ConversationHtml> {
  loaded ??= load(extensionUri);
  return loaded;
}

async function load(extensionUri: vscode.Uri): Promise<ConversationHtml> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'conversationHtml.js');
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', source)(module, module.exports);
  const made = isRecord(module.exports) ? module.exports['conversationHtml'] : undefined;
  if (!isConversationHtml(made)) {
    throw new Error(`${file.path} is not what it should be.`);
  }
  return made;
}

function isConversationHtml(value: unknown): value is ConversationHtml {
  return typeof value === 'function';
}

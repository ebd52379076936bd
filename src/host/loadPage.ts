import * as vscode from 'vscode';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import { isRecord } from '../shared/guards.ts';

/** Writes a chat as a page of HTML. */
type WritePage = typeof conversationHtml;

let loading: Promise<WritePage> | undefined;

/**
 * Loads the function that writes a chat as a page of HTML, once; after a failure, again. It is a bundle of its own, because
 * few users export pages and it holds a whole markdown parser. Throws if the bundle cannot be read.
 */
export async function loadPage(extensionUri: vscode.Uri): Promise<WritePage> {
  loading ??= load(vscode.Uri.joinPath(extensionUri, 'dist', 'conversationHtml.js'));
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** Works in every extension host; the browser's has no `require` for an extension's own files. */
async function load(file: vscode.Uri): Promise<WritePage> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // Names the file in the debugger and in stack traces.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', named)(module, module.exports);
  if (!isPageBundle(module.exports)) {
    throw new Error(
      vscode.l10n.t('{0} does not belong to this version of Parley. Reinstall Parley.', file.path),
    );
  }
  return module.exports.conversationHtml;
}

function isPageBundle(exported: unknown): exported is { readonly conversationHtml: WritePage } {
  return isRecord(exported) && typeof exported['conversationHtml'] === 'function';
}

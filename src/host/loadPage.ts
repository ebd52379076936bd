import * as vscode from 'vscode';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import { isRecord } from '../shared/guards.ts';
import { bundleLoader } from './base/bundleLoader.ts';

/** Writes a chat as a page of HTML. */
type WritePage = typeof conversationHtml;

/**
 * Gives a function that loads the one that writes a chat as a page of HTML. It is a bundle of its own, because
 * few users export pages and it holds a whole markdown parser. Throws if the bundle cannot be read.
 */
export function pageLoader(extensionUri: vscode.Uri): () => Promise<WritePage> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'conversationHtml.js');
  return bundleLoader(file, (exported) =>
    isPageBundle(exported) ? exported.conversationHtml : undefined,
  );
}

function isPageBundle(exported: unknown): exported is { readonly conversationHtml: WritePage } {
  return isRecord(exported) && typeof exported['conversationHtml'] === 'function';
}

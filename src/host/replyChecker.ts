import * as vscode from 'vscode';
import type { checkReply } from '../replyCheck/checkReply.ts';
import { isRecord } from '../shared/guards.ts';
import { bundleLoader } from './base/bundleLoader.ts';
import { messageOf } from './base/errorMessage.ts';
import type { Log } from './base/log.ts';
import type { SessionServices } from './chat/session.ts';

type CheckReply = typeof checkReply;

/**
 * Gives the function that checks replies against a schema. The validator is a bundle of its own, loaded with the
 * first reply that is checked. If it cannot be loaded, that is logged and the reply counts as unchecked.
 */
export function replyChecker(
  extensionUri: vscode.Uri,
  log: Log,
): NonNullable<SessionServices['checkReply']> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', 'checkReply.js');
  const load = bundleLoader(file, (exported) =>
    isCheckBundle(exported) ? exported.checkReply : undefined,
  );
  return async (text, schema) => {
    try {
      return (await load())(text, schema);
    } catch (error) {
      log.error(messageOf(error));
      return { kind: 'unchecked', reason: 'failure' };
    }
  };
}

function isCheckBundle(exported: unknown): exported is { readonly checkReply: CheckReply } {
  return isRecord(exported) && typeof exported['checkReply'] === 'function';
}

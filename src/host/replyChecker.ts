import type * as vscode from 'vscode';
import { messageOf } from './base/errorMessage.ts';
import type { Log } from './base/log.ts';
import { loadReplyCheck } from './bundles.ts';
import type { SessionServices } from './chat/session.ts';

/**
 * Gives the function that checks replies against a schema. If it cannot be loaded, that is logged and the reply
 * counts as unchecked.
 */
export function replyChecker(
  extensionUri: vscode.Uri,
  log: Log,
): NonNullable<SessionServices['checkReply']> {
  return async (text, schema) => {
    try {
      const check = await loadReplyCheck(extensionUri);
      return check(text, schema);
    } catch (error) {
      log.error(messageOf(error));
      return { kind: 'unchecked', reason: 'failure' };
    }
  };
}

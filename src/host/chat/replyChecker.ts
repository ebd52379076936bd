import type { FormatCheck } from '../../shared/conversation/formatCheck.ts';
import type { WireObject } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import type { SessionServices } from './session.ts';

/**
 * Gives the function that checks replies against a schema with what `load` gives. If it cannot be loaded, that is logged
 * and the reply counts as unchecked.
 */
export function replyChecker(
  load: () => Promise<(text: string, schema: WireObject) => FormatCheck>,
  log: Pick<Log, 'error'>,
): NonNullable<SessionServices['checkReply']> {
  return async (text, schema) => {
    try {
      const check = await load();
      return check(text, schema);
    } catch (error) {
      log.error(messageOf(error));
      return { kind: 'unchecked', reason: 'failure' };
    }
  };
}

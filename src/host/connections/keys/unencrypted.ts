import * as vscode from 'vscode';
import type { MementoValues } from '../../base/mementoMap.ts';
import { createMementoSet } from '../../base/mementoSet.ts';

/**
 * Whether a host name of a URL is this computer's. A name such as `a.localhost` does not count: browsers look
 * it up on this computer, but Node asks the system, which may ask a server (RFC 6761, section 6.3).
 */
export function isThisComputer(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
}

/** Whether what is sent to an origin can be read by nobody on the way. */
function isProtected(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isThisComputer(hostname);
}

/**
 * Whether a key, or secret headers, may be sent to an origin: always if the origin is encrypted or on this
 * computer, otherwise if the user confirms it.
 */
export async function mayTravelInClear(
  origin: string,
  what: 'key' | 'headers' = 'key',
): Promise<boolean> {
  if (isProtected(origin)) {
    return true;
  }
  const [send, detail] =
    what === 'key'
      ? [
          vscode.l10n.t('Send API Key Unencrypted'),
          vscode.l10n.t(
            'Anyone on the network between you and the service can read the API key and the chat.',
          ),
        ]
      : [
          vscode.l10n.t('Send Headers Unencrypted'),
          vscode.l10n.t(
            'Anyone on the network between you and the service can read the secret headers and the chat.',
          ),
        ];
  const words = vscode.l10n.t('The connection to {0} is not encrypted', origin);
  const answer = await vscode.window.showWarningMessage(words, { modal: true, detail }, send);
  return answer === send;
}

/**
 * Returns a function that tells whether secret headers may be sent to an origin. It asks the user once for
 * each origin that is neither encrypted nor on this computer, until the user agrees; with `mayAsk` false, it does not
 * ask.
 */
export function createHeaderConsent(
  memento: MementoValues,
): (origin: string, mayAsk?: boolean) => Promise<boolean> {
  const agreed = createMementoSet(memento, 'parley.unencryptedHeaders');
  return async (origin, mayAsk = true) => {
    if (isProtected(origin) || agreed.has(origin)) {
      return true;
    }
    if (!mayAsk) {
      return false;
    }
    const isAgreed = await mayTravelInClear(origin, 'headers');
    if (isAgreed) {
      await agreed.add(origin);
    }
    return isAgreed;
  };
}

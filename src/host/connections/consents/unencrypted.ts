import * as vscode from 'vscode';
import type { Keys } from './keys.ts';

/**
 * Whether a host name of a URL is this computer's. A name such as `a.localhost` does not count: browsers look
 * it up on this computer, but Node asks the system, which may ask a server (RFC 6761, section 6.3).
 */
export function isThisComputer(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
}

/**
 * Whether a key, or secret headers, may be sent to an origin: always if the origin is encrypted or on this
 * computer, otherwise if the user confirms it, once for each origin.
 */
export async function mayTravelInClear(
  origin: string,
  { consents }: Pick<Keys, 'consents'>,
): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === 'https:' ||
    isThisComputer(hostname) ||
    consents.ask({
      list: 'parley.unencryptedOrigins',
      text: origin,
      message: vscode.l10n.t('The connection to {0} is not encrypted', origin),
      detail: vscode.l10n.t(
        'Anyone on the network between you and the service can read the API key, secret headers and the chat.',
      ),
      button: vscode.l10n.t('Send Unencrypted'),
    })
  );
}

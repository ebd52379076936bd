import * as l10n from '@vscode/l10n';
import type { Finding } from './finding.ts';

/** What was found, in the display language: “AWS key”. */
export function findingName({ kind, subject = '' }: Pick<Finding, 'kind' | 'subject'>): string {
  switch (kind) {
    case 'key':
      return l10n.t('{0} key', subject);
    case 'token':
      return l10n.t({
        message: '{0} token',
        args: [subject],
        comment: 'A secret of the service {0}',
      });
    case 'webhook':
      return l10n.t('{0} webhook', subject);
    case 'login':
      return l10n.t('password in an address');
    case 'privateKey':
      return l10n.t('private key');
    case 'ownKey':
      return l10n.t('API key or header of a connection');
    case 'variable':
      return l10n.t('value of {0} in a .env file', subject);
    case 'hidden':
      return l10n.t('invisible characters ({0})', subject);
    case 'direction':
      return l10n.t('characters that change the text direction ({0})', subject);
  }
}

/** Each different name once, in their order. */
export function findingNames(findings: readonly Pick<Finding, 'kind' | 'subject'>[]): string {
  return [...new Set(findings.map(findingName))].join(', ');
}

import * as vscode from 'vscode';
import type { CertificateFacts, Route } from '../../../shared/diagnosis/network.ts';
import { networkTrouble } from '../../../shared/service/serviceErrorKind.ts';
import type { Outcome } from '../findings.ts';
import type { Walk } from '../walk.ts';
import { certificateFacts, troubleOf, trustAdvice } from './certificateStep.ts';

const troubles: ReadonlySet<string> = new Set([
  'untrustedCertificate',
  'expiredCertificate',
  'otherHostsCertificate',
]);

/** Whether VS Code trusts the certificate of the proxy, as far as its own connection to it tells. */
export function isTrustedProxy(route: Route | undefined, { url }: Walk): boolean | undefined {
  if (troubles.has(networkTrouble(route?.failure) ?? '')) {
    return false;
  }
  // For an address with http, it tells of the connection before the certificate is looked at.
  const isOpened = route !== undefined && route.failure === undefined && url.protocol === 'https:';
  return isOpened ? true : undefined;
}

/** The proxy is asked through an encrypted connection, and its own certificate is not trusted. */
export function untrustedProxy(facts: CertificateFacts, shown: string, walk: Walk): Outcome {
  const [own] = facts.chain;
  const trouble = own && troubleOf(facts, own, { proxy: undefined });
  const isName = trouble === 'certificateWrongName';
  return {
    status: 'problem',
    cause: 'proxyCertificate',
    title: vscode.l10n.t('VS Code does not trust the certificate of the proxy {0}', shown),
    facts: [
      ...(own === undefined ? [] : certificateFacts(facts, own)),
      vscode.l10n.t('Nothing was sent to the proxy.'),
    ],
    advice: adviceFor(trouble, walk),
    action: isName ? 'proxySettings' : 'certificateSettings',
  };
}

function adviceFor(trouble: ReturnType<typeof troubleOf>, walk: Walk): readonly string[] {
  switch (trouble) {
    case 'certificateWrongName':
      return [
        vscode.l10n.t(
          'Enter the proxy in {0} by one of the names in its certificate.',
          'http.proxy',
        ),
      ];
    case 'certificateExpired':
    case 'certificateNotYetValid':
      return [
        vscode.l10n.t('Check the date and time of this computer.'),
        vscode.l10n.t('If they are right, the operator of the proxy must renew its certificate.'),
      ];
    default:
      return [
        vscode.l10n.t('If it is your organisation’s proxy, its certificate must be trusted.'),
        ...trustAdvice(trouble ?? 'certificateUntrusted', walk),
      ];
  }
}

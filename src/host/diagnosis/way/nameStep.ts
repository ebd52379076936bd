import * as vscode from 'vscode';
import type { Outcome } from '../findings.ts';
import { takeStep, type Walk } from '../walk.ts';
import type { Way } from './way.ts';
import type { NetworkTools } from './networkTools.ts';

/** An IP address, which needs no look-up. */
const ipAddress = /^(?:\d+(?:\.\d+){3}|[\da-f]*:[\da-f:.]*)$/i;

/** Looks up the host name of the service, or of the proxy, which then looks up that of the service. */
export async function nameStep(
  walk: Walk,
  network: NetworkTools,
  { proxy }: Way,
): Promise<Outcome> {
  const name = proxy?.address.host ?? walk.place.host;
  const remark =
    proxy === undefined ? [] : [vscode.l10n.t('The proxy looks up {0}.', walk.place.host)];
  return takeStep(walk, {
    step: 'name',
    title: vscode.l10n.t('Looking up {0}', name),
    tried: ipAddress.test(name) ? undefined : vscode.l10n.t('DNS look-up of {0}', name),
    limitMs: walk.limits.stepMs,
    async work(signal) {
      if (ipAddress.test(name)) {
        return {
          status: 'fine',
          title: vscode.l10n.t('No look-up needed: {0} is an IP address', name),
          facts: remark,
        };
      }
      const found = await network.lookUp(name, signal);
      return found.kind === 'found'
        ? {
            status: 'fine',
            title: vscode.l10n.t('Address found for {0}', name),
            facts: [...addressFacts(found.addresses), ...remark],
          }
        : notFound(name, found.code, proxy !== undefined);
    },
    tooLate: () => notFound(name, undefined, proxy !== undefined),
  });
}

function addressFacts(addresses: readonly string[]): readonly string[] {
  const v6 = addresses.filter((address) => address.includes(':'));
  const v4 = addresses.filter((address) => !address.includes(':'));
  return [
    ...(v4.length === 0 ? [] : [vscode.l10n.t('IPv4: {0}', v4.join(', '))]),
    ...(v6.length === 0 ? [] : [vscode.l10n.t('IPv6: {0}', v6.join(', '))]),
  ];
}

function notFound(name: string, code: string | undefined, isProxy: boolean): Outcome {
  const facts = [
    code === undefined
      ? vscode.l10n.t('There was no reply in time.')
      : vscode.l10n.t('The system reported {0}.', code),
  ];
  if (isProxy) {
    return {
      status: 'problem',
      cause: 'proxyNotFound',
      title: vscode.l10n.t('The proxy {0} was not found', name),
      facts,
      advice: [
        vscode.l10n.t('Check the proxy’s name, and that you are connected to its network or VPN.'),
      ],
      action: 'proxySettings',
    };
  }
  return code === 'ENOTFOUND'
    ? {
        status: 'problem',
        cause: 'nameNotFound',
        title: vscode.l10n.t('Host not found: {0}', name),
        facts,
        advice: [
          vscode.l10n.t('Check the spelling of the host in the address.'),
          vscode.l10n.t(
            'If it is right, check the network or VPN. Some names exist only in a company network.',
          ),
        ],
        action: 'editConnection',
      }
    : {
        status: 'problem',
        cause: 'nameLookupFailed',
        title: vscode.l10n.t('The name {0} could not be looked up', name),
        facts,
        advice: [
          vscode.l10n.t(
            'Check the network. The DNS server did not respond or reported a temporary failure.',
          ),
        ],
      };
}

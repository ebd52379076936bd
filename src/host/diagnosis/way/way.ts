import * as vscode from 'vscode';
import type { BegunRequest, Route } from '../../../shared/diagnosis/network.ts';
import { isArrayOf, isString } from '../../../shared/guards.ts';
import type { Outcome } from '../findings.ts';
import {
  chooseProxy,
  parseProxy,
  parseRoute,
  type ProxyChoice,
  type ProxySources,
  proxyValues,
  type ProxyUrl,
} from './proxyChoice.ts';
import { takeStep, type Walk, withinLimit } from '../walk.ts';
import type { NetworkTools } from './networkTools.ts';

/** How requests reach the service. */
export interface Way {
  /** Missing for a direct connection. */
  readonly proxy: ProxyUrl | undefined;
  /** What VS Code's own connection to the proxy came to, if it told. */
  readonly route: Route | undefined;
  /** A request that was begun and is not sent. */
  readonly begun: BegunRequest;
  /** Gives up the request that was begun. */
  readonly close: () => void;
}

/** Finds out which proxy VS Code takes for the address: what it is told to, and what it does. */
export async function proxyStep(walk: Walk, network: NetworkTools): Promise<Way> {
  const { url, services, placeName, limits, signal } = walk;
  const closing = new AbortController();
  const close = (): void => {
    signal.removeEventListener('abort', close);
    closing.abort();
  };
  signal.addEventListener('abort', close, { once: true });
  const begun = network.begin(url.origin, closing.signal);
  const sources = proxySources(services.setting, network);
  const choice = chooseProxy(walk.place, sources);
  let proxy: ProxyUrl | undefined;
  let route: Route | undefined;
  await takeStep(walk, {
    step: 'proxy',
    title: vscode.l10n.t('Looking for the proxy for {0}', placeName),
    limitMs: limits.stepMs,
    async work(limited) {
      route = await withinLimit(
        limits.stepMs,
        limited,
        async () => begun.route,
        () => undefined,
      );
      proxy = chosenProxy(choice, route);
      return proxyOutcome({ choice, proxy, route }, sources, services.setting);
    },
    tooLate: () => proxyOutcome({ choice, proxy, route: undefined }, sources, services.setting),
  });
  return { proxy, route, begun, close };
}

function proxySources(setting: Walk['services']['setting'], network: NetworkTools): ProxySources {
  const texts = (name: string): string => {
    const value = setting(name);
    return isString(value) ? value : '';
  };
  const noProxy = setting('http.noProxy');
  return {
    setting: texts('http.proxy'),
    support: texts('http.proxySupport'),
    noProxy: isArrayOf(isString)(noProxy) ? noProxy : [],
    variable: network.variable,
  };
}

/** What VS Code says it does counts more than what the settings say. */
function chosenProxy(choice: ProxyChoice, route: Route | undefined): ProxyUrl | undefined {
  if (route !== undefined) {
    return parseRoute(route.chosen);
  }
  return choice.kind === 'proxy' ? choice.proxy : undefined;
}

interface ProxyFinding {
  readonly choice: ProxyChoice;
  readonly proxy: ProxyUrl | undefined;
  /** What VS Code says. */
  readonly route: Route | undefined;
}

function proxyOutcome(
  { choice, proxy, route }: ProxyFinding,
  sources: ProxySources,
  setting: Walk['services']['setting'],
): Outcome {
  const invalid = proxyValues(sources).find(({ value }) => parseProxy(value) === undefined);
  const ignored = setting('http.fetchAdditionalSupport') === false;
  const facts = [
    ...choiceFacts(choice, proxy, route),
    ...['ALL_PROXY', 'all_proxy']
      .filter((name) => (sources.variable(name) ?? '') !== '')
      .map((name) => vscode.l10n.t('VS Code does not read the environment variable {0}.', name)),
  ];
  if (invalid !== undefined && proxy === undefined) {
    return {
      status: 'warning',
      cause: 'proxyInvalid',
      title: vscode.l10n.t('VS Code ignores the proxy in {0}', invalid.by),
      facts,
      advice: [
        vscode.l10n.t('The address of a proxy must begin with {0} or {1}.', 'http://', 'https://'),
      ],
      action: 'proxySettings',
    };
  }
  if (ignored && proxy !== undefined) {
    return {
      status: 'warning',
      cause: 'proxyInvalid',
      title: vscode.l10n.t('VS Code does not use the proxy for extensions'),
      facts,
      advice: [vscode.l10n.t('Turn on the setting {0}.', 'http.fetchAdditionalSupport')],
      action: 'proxySettings',
    };
  }
  return {
    status: 'fine',
    title:
      proxy === undefined
        ? vscode.l10n.t('No proxy is used for this address')
        : vscode.l10n.t('Requests go through the proxy {0}', proxy.shown),
    facts,
  };
}

function choiceFacts(
  choice: ProxyChoice,
  proxy: ProxyUrl | undefined,
  route: Route | undefined,
): readonly string[] {
  const isOther = route !== undefined && (choice.kind === 'proxy') !== (proxy !== undefined);
  if (proxy !== undefined && (choice.kind !== 'proxy' || isOther)) {
    return [vscode.l10n.t('It is set by the operating system, or by a script that it uses (PAC).')];
  }
  switch (choice.kind) {
    case 'proxy':
      return [
        vscode.l10n.t('Set in {0}.', choice.by),
        ...(choice.proxy.address.login === undefined
          ? []
          : [vscode.l10n.t('A user name or password is set for it.')]),
        ...(isOther ? [vscode.l10n.t('VS Code still connects directly.')] : []),
      ];
    case 'system':
      return [
        route === undefined
          ? vscode.l10n.t('Neither {0} nor the environment names a proxy.', 'http.proxy')
          : vscode.l10n.t(
              'Neither {0} nor the environment names a proxy, and the operating system has none for this address.',
              'http.proxy',
            ),
      ];
    case 'direct':
      return directFacts(choice);
  }
}

function directFacts({ reason, by = '', entry = '' }: Extract<ProxyChoice, { kind: 'direct' }>) {
  switch (reason) {
    case 'off':
      return [vscode.l10n.t('The setting {0} is {1}.', by, 'off')];
    case 'exception':
      return [vscode.l10n.t('The entry “{0}” in {1} excludes it.', entry, by)];
    case 'thisComputer':
      return [vscode.l10n.t('VS Code never uses a proxy for its own computer.')];
  }
}

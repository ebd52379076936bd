import { l10n } from 'vscode';
import type { BegunRequest, Route } from '../../shared/diagnosis/network.ts';
import { isArrayOf, isString } from '../../shared/guards.ts';
import type { Outcome } from './diagnosis.ts';
import { outcome } from './outcomes.ts';
import { takeStep, type Walk } from './walk.ts';
import type { NetworkTools } from './networkTools.ts';
import { parseProxy, parseRoute, proxyVariables, type ProxyUrl } from './proxyUrl.ts';

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

/** Finds out which proxy VS Code takes for the address, and shows what is set. */
export async function proxyStep(walk: Walk, network: NetworkTools): Promise<Way> {
  const { url, limits, signal } = walk;
  const closing = new AbortController();
  const begun = network.begin(url.origin, AbortSignal.any([signal, closing.signal]));
  let route: Route | undefined;
  await takeStep(walk, {
    step: 'proxy',
    limitMs: limits.stepMs,
    async work() {
      route = await begun.route;
      return proxyOutcome(walk, network, route);
    },
    late: { status: 'warning', title: l10n.t('VS Code did not say which proxy it uses') },
  });
  const proxy = parseRoute(route?.chosen ?? '');
  return { proxy, route, begun, close: () => closing.abort() };
}

/** What VS Code reads a proxy from, each with its value. */
function proxySettings(
  { services: { setting } }: Walk,
  { variable }: NetworkTools,
): readonly (readonly [name: string, value: string])[] {
  const names = ['http.proxySupport', 'http.proxy', 'http.fetchAdditionalSupport'];
  const noProxy = setting('http.noProxy');
  const all: readonly (readonly [string, unknown])[] = [
    ...names.map((name) => [name, setting(name)] as const),
    ['http.noProxy', isArrayOf(isString)(noProxy) ? noProxy.join(', ') : ''],
    ...[...proxyVariables, 'no_proxy', 'NO_PROXY'].map((name) => [name, variable(name)] as const),
  ];
  const defaults = new Set<unknown>([undefined, '', 'override', true]);
  return all
    .filter(([, value]) => !defaults.has(value))
    .map(([name, value]) => [name, String(value).trim()]);
}

function proxyOutcome(walk: Walk, network: NetworkTools, route: Route | undefined): Outcome {
  const settings = proxySettings(walk, network);
  const proxy = parseRoute(route?.chosen ?? '');
  const facts = settings.map(([name, value]) => `${name}: ${value}`);
  const named = settings.filter(([name]) => /^https?[._]proxy$/i.test(name));
  const ignored = named.find(([, value]) => parseProxy(value) === undefined);
  if (proxy === undefined) {
    return ignored === undefined
      ? { status: 'fine', title: l10n.t('No proxy'), facts }
      : outcome('proxyIgnored', ignored[0], facts);
  }
  const system = l10n.t('It is set by the operating system, or by a script that it uses (PAC).');
  return {
    status: 'fine',
    title: proxy.shown,
    facts: named.length > 0 ? facts : [...facts, system],
  };
}

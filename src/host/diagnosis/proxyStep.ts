import { l10n } from 'vscode';
import type { BegunRequest, ProxyAddress, Route } from '../../shared/diagnosis/network.ts';
import { isArrayOf, isString } from '../../shared/guards.ts';
import type { Outcome } from './diagnosis.ts';
import type { NetworkTools } from './networkTools.ts';
import { outcome } from './outcomes.ts';
import { takeStep, type Walk } from './walk.ts';

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

/** The address of a proxy, without its login. */
export interface ProxyUrl extends ProxyAddress {
  readonly shown: string;
}

/** The variables with a proxy. VS Code takes the first that is set, whatever the scheme of the address. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** More than any setting or variable with an address has, in characters. */
const maxLength = 10_000;

/** Reads the address of a proxy; `undefined` if VS Code ignores it, because it has no scheme or another one. */
export function parseProxy(value: string): ProxyUrl | undefined {
  const text = value.trim().slice(0, maxLength);
  const scheme = /^(https?|socks(?:4a?|5h?)?):\/\//i.exec(text)?.[1]?.toLowerCase();
  // `URL` has hosts and ports for schemes that it knows only.
  const url = URL.parse(text.replace(/^[a-z\d]+:/i, 'http:'));
  if (scheme === undefined || url === null || url.hostname === '') {
    return undefined;
  }
  const kind = scheme === 'http' || scheme === 'https' ? scheme : 'socks';
  const port = Number(url.port) || { http: 80, https: 443, socks: 1080 }[kind];
  return {
    scheme: kind,
    shown: `${scheme}://${url.hostname}:${port}`,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
  };
}

/** What VS Code's proxy support says of a request: `PROXY host:port`, or `undefined` for a direct connection. */
export function parseRoute(route: string): ProxyUrl | undefined {
  const [kind = '', place = ''] = route.trim().split(/\s+/);
  const scheme = kind === 'PROXY' ? 'http' : kind.toLowerCase();
  return parseProxy(`${scheme}://${place}`);
}

/** What of the login in an address must not be shown: it, its parts, and what is sent of it. */
export function loginTexts(value: string): readonly string[] {
  const text = value.trim().slice(0, maxLength);
  const login = /^(?:[a-z\d]+:\/\/)?([^/?#]*)@/i.exec(text)?.[1];
  if (login === undefined) {
    return [];
  }
  const at = login.indexOf(':');
  const password = at === -1 ? '' : login.slice(at + 1);
  const whole = decoded(login);
  return [login, whole, base64(whole), password, decoded(password)].filter(
    (each) => each.length >= 3,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

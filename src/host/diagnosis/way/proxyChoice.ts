import type { ProxyAddress } from '../../../shared/diagnosis/network.ts';

/** What decides on the proxy of a request, as VS Code reads it. */
export interface ProxySources {
  /** The setting `http.proxy`. */
  readonly setting: string;
  /** The setting `http.proxySupport`. */
  readonly support: string;
  /** The setting `http.noProxy`. */
  readonly noProxy: readonly string[];
  readonly variable: (name: string) => string | undefined;
}

/** The proxy for an address, by settings and environment. */
export type ProxyChoice =
  /** `by` is the name of the setting or variable that decides, and `entry` what it says. */
  | {
      readonly kind: 'direct';
      readonly reason: 'thisComputer' | 'off' | 'exception';
      readonly by?: string;
      readonly entry?: string;
    }
  | { readonly kind: 'proxy'; readonly by: string; readonly proxy: ProxyUrl }
  /** Neither settings nor environment have one: the operating system may. */
  | { readonly kind: 'system' };

/** The address of a proxy in a setting or variable. */
export interface ProxyUrl {
  readonly scheme: 'http' | 'https' | 'socks';
  readonly address: ProxyAddress;
  /** Without its login. */
  readonly shown: string;
}

/** The variables with a proxy. VS Code takes the first that is set, whatever the scheme of the address. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

const exceptionVariables = ['no_proxy', 'NO_PROXY'] as const;

/** More than any setting or variable with addresses has, in characters. */
const maxLength = 10_000;

/**
 * The proxy that VS Code takes for an address: the same rules, in the same order, as its proxy support
 * (`@vscode/proxy-agent` 0.3x, `useProxySettings`).
 */
export function chooseProxy(
  { host, port }: { readonly host: string; readonly port: number },
  sources: ProxySources,
): ProxyChoice {
  if (sources.support === 'off') {
    return { kind: 'direct', reason: 'off', by: 'http.proxySupport' };
  }
  if (['localhost', '127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(host)) {
    return { kind: 'direct', reason: 'thisComputer' };
  }
  const exception = exceptionFor(host, port, sources);
  if (exception !== undefined) {
    return { kind: 'direct', reason: 'exception', ...exception };
  }
  for (const { by, value } of proxyValues(sources)) {
    const proxy = parseProxy(value);
    if (proxy !== undefined) {
      return { kind: 'proxy', by, proxy };
    }
  }
  return { kind: 'system' };
}

/** The setting, then the variable that VS Code would take, each with its value. */
export function proxyValues({
  setting,
  variable,
}: Pick<ProxySources, 'setting' | 'variable'>): readonly { by: string; value: string }[] {
  const name = proxyVariables.find((each) => (variable(each) ?? '') !== '');
  return [
    ...(setting.trim() === '' ? [] : [{ by: 'http.proxy', value: setting }]),
    ...(name === undefined ? [] : [{ by: name, value: variable(name) ?? '' }]),
  ];
}

/** The entry of `http.noProxy` that is about an address; of `NO_PROXY` only if the setting has no entry. */
function exceptionFor(
  host: string,
  port: number,
  { noProxy, variable }: ProxySources,
): { readonly by: string; readonly entry: string } | undefined {
  const name = exceptionVariables.find((each) => (variable(each) ?? '') !== '');
  const [by, entries] =
    noProxy.length > 0
      ? ['http.noProxy', noProxy]
      : [
          name ?? '',
          (name === undefined ? '' : (variable(name) ?? '')).slice(0, maxLength).split(','),
        ];
  const entry = entries.slice(0, 1000).find((each) => isAbout(each, host, port));
  return entry === undefined ? undefined : { by, entry: entry.trim() };
}

/** `*` is about every address, `name` and `.name` about all below it, `name:port` about one port. */
function isAbout(entry: string, host: string, port: number): boolean {
  const text = entry.trim().toLowerCase();
  const [name = '', entryPort] = text.split(':', 2);
  return (
    text === '*' ||
    (name !== '' &&
      `.${host.toLowerCase()}`.endsWith(name.startsWith('.') ? name : `.${name}`) &&
      (entryPort === undefined || entryPort === '' || entryPort === String(port)))
  );
}

/** Reads the address of a proxy; `undefined` if VS Code ignores it, because it has no scheme or another one. */
export function parseProxy(value: string): ProxyUrl | undefined {
  const scheme = /^(https?|socks(?:4a?|5h?)?):\/\//i.exec(value.trim())?.[1]?.toLowerCase();
  // `URL` has hosts and ports for schemes that it knows only.
  const url = URL.parse(
    value
      .trim()
      .slice(0, maxLength)
      .replace(/^[a-z\d]+:/i, 'http:'),
  );
  if (scheme === undefined || url === null || url.hostname === '') {
    return undefined;
  }
  const kind = scheme === 'http' || scheme === 'https' ? scheme : 'socks';
  const port = Number(url.port) || { http: 80, https: 443, socks: 1080 }[kind];
  const login = [url.username, url.password].map(decoded).join(':');
  return {
    scheme: kind,
    shown: `${scheme}://${url.hostname}:${port}`,
    address: {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      isSecure: kind === 'https',
      login: login === ':' ? undefined : login,
    },
  };
}

/** What VS Code's proxy support says of a request: `PROXY host:port`, or `undefined` for a direct connection. */
export function parseRoute(route: string): ProxyUrl | undefined {
  const [kind = '', place = ''] = route.trim().split(/\s+/);
  const schemes: Readonly<Record<string, string>> = {
    PROXY: 'http',
    HTTP: 'http',
    HTTPS: 'https',
    SOCKS: 'socks',
    SOCKS5: 'socks5',
    SOCKS4: 'socks4',
  };
  const scheme = schemes[kind];
  return scheme === undefined ? undefined : parseProxy(`${scheme}://${place}`);
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

import type { ProxyAddress } from '../../shared/diagnosis/network.ts';

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

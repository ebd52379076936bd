import type { Finding } from '../shared/guard/finding.ts';
import { followsEscape, withoutEscapes } from './escapes.ts';

/** Passwords of documentation, of tests and of servers on one's own computer; and templates. */
const notReal =
  /pass|pwd|p[a@4][s5]{2}w[o0]rd|s[e3]cr[e3]t|hunter2|letmein|qwerty|test|demo|example|sample|change|foo|bar|user|admin|root|token|guest|xxx|abc|1234|%(?![\da-f]{2})|[${}*<>[\]()|]/i;

/** Hosts for documentation (RFC 2606), and this computer. */
const notPublic =
  /^(?:localhost|127\.|0\.0\.0\.0|host$|server$|(?:[\w.-]{0,80}\.)?(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?$)/i;

/** Whether this can be a password, and not what stands in its place in documentation and templates. */
function isRealPassword(password: string): boolean {
  return !notReal.test(password) && /\d|[^\w]/.test(password) && /[A-Za-z]/.test(password);
}

/** Whether a host can be reached by others, and is not one of documentation. */
function isPublicHost(host: string): boolean {
  return !notPublic.test(host);
}

/** `//user:password@host`, tried where it begins. The user may be missing. */
const login = /:\/\/([^\s:@/?#"'`<>\\]{0,100}):([^\s@/"'`<>\\]{6,200})@([\w.-]{1,100})/y;

/** What is before the `@` at most. In characters. */
const maxLength = 304;

/** Passwords in addresses. */
export function findAddressLogins(text: string): readonly Finding[] {
  const found: Finding[] = [];
  // An `@` is rare, and two logins have none in common.
  let last = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const before = text.slice(Math.max(last, at - maxLength), at);
    const start = before.lastIndexOf('://');
    login.lastIndex = at - before.length + start;
    const match = start === -1 ? null : login.exec(text);
    if (match !== null) {
      const [, user = '', password = '', host = ''] = match;
      const end = match.index + match[0].length - host.length - 1;
      if (user !== password && isRealPassword(password) && isPublicHost(host)) {
        found.push({ kind: 'login', start: end - password.length, end });
      }
    }
    last = at;
  }
  return found;
}

/** A password among other settings: of ADO.NET and ODBC after `;`, of JDBC after `?` or `&`, of libpq after a space. */
const setting = /(?:password|pwd)\s?=\s?([^\s;&"'`<>\\]{8,128})/gi;

/** The server and the user that such a password is for. */
const server =
  /(?:\b(?:server|data source|host|hostaddr|addr|address)\s?=\s?(?:tcp:)?|\bjdbc:[a-z:]{2,30}\/\/)([\w.-]{1,100})/i;
const user = /\b(?:user ?id|uid|user ?name|user)\s?=/i;

/** The line around a setting is looked at up to here on each side. In characters. */
const reach = 500;

/** Passwords in the connection strings of databases. */
export function findConnectionPasswords(text: string): readonly Finding[] {
  let line = { end: -1, isConnection: false };
  return Array.from(text.matchAll(setting)).flatMap((match) => {
    const [whole, password = ''] = match;
    const end = match.index + whole.length;
    if (isWithinName(text, match.index) || !isRealPassword(password)) {
      return [];
    }
    // Settings that are near to each other share what is around them.
    if (end > line.end) {
      line = lineAround(text, match.index);
    }
    return line.isConnection ? [{ kind: 'login' as const, start: end - password.length, end }] : [];
  });
}

/** Whether a name goes on at a place, as in `this.password`. */
function isWithinName(text: string, at: number): boolean {
  return /[\w.-]/.test(text.charAt(at - 1)) && !followsEscape(text, at);
}

function lineAround(text: string, at: number): { end: number; isConnection: boolean } {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at + 1, at + reach);
  const [rest = ''] = after.split('\n', 1);
  const line = withoutEscapes(before.slice(before.lastIndexOf('\n') + 1) + text.charAt(at) + rest);
  const [, host = ''] = server.exec(line) ?? [];
  return {
    end: at + 1 + rest.length,
    isConnection: host !== '' && isPublicHost(host) && user.test(line),
  };
}

import type { Finding } from '../shared/guard/finding.ts';
import { followsEscape, withoutEscapes } from './escapes.ts';
import { isPublicHost, isRealPassword } from './passwords.ts';

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

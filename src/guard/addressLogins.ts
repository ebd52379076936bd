import type { Finding } from '../shared/guard/finding.ts';
import { isRealPassword, isPublicHost } from './passwords.ts';

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

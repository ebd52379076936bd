import type { Finding } from '../shared/guard/finding.ts';

/** `//user:password@host`. The user may be missing. */
const login = /:\/\/([^\s:@/?#"'`<>\\]{0,100}):([^\s@/"'`<>\\]{6,200})@([\w.-]{1,100})/g;

/** Passwords of documentation, of tests and of servers on one's own computer; and templates. */
const notReal =
  /pass|passwd|pwd|secret|test|demo|example|sample|change|foo|bar|user|admin|root|token|guest|xxx|abc|1234|[${}%*<>[\]()|]/i;

/** Hosts for documentation (RFC 2606), and this computer. */
const notPublic =
  /^(?:localhost|127\.|0\.0\.0\.0|host$|server$|(?:[\w.-]{0,80}\.)?(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?$)/i;

/** Passwords in addresses. */
export function findAddressLogins(text: string): readonly Finding[] {
  return Array.from(text.matchAll(login)).flatMap((match) => {
    const [whole, user = '', password = '', host = ''] = match;
    const start = match.index + whole.length - host.length - 1 - password.length;
    const isReal =
      user !== password &&
      !notReal.test(password) &&
      !notPublic.test(host) &&
      /\d|[^\w]/.test(password) &&
      /[A-Za-z]/.test(password);
    return isReal ? [{ kind: 'login' as const, start, end: start + password.length }] : [];
  });
}

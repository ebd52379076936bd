/** Passwords of documentation, of tests and of servers on one's own computer; and templates. */
const notReal =
  /pass|pwd|p[a@4][s5]{2}w[o0]rd|s[e3]cr[e3]t|hunter2|letmein|qwerty|test|demo|example|sample|change|foo|bar|user|admin|root|token|guest|xxx|abc|1234|%(?![\da-f]{2})|[${}*<>[\]()|]/i;

/** Hosts for documentation (RFC 2606), and this computer. */
const notPublic =
  /^(?:localhost|127\.|0\.0\.0\.0|host$|server$|(?:[\w.-]{0,80}\.)?(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?$)/i;

/** Whether this can be a password, and not what stands in its place in documentation and templates. */
export function isRealPassword(password: string): boolean {
  return !notReal.test(password) && /\d|[^\w]/.test(password) && /[A-Za-z]/.test(password);
}

/** Whether a host can be reached by others, and is not one of documentation. */
export function isPublicHost(host: string): boolean {
  return !notPublic.test(host);
}

const allowedSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link that may be followed; `undefined` for one that is relative or has another
 * scheme than http, https or mailto.
 */
export function linkTarget(href: string): URL | undefined {
  const url = URL.parse(href);
  return url !== null && allowedSchemes.has(url.protocol) ? url : undefined;
}

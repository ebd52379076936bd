const allowedSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];

/** The address of a link that may be followed: absolute, and http, https or mailto. */
export function linkTarget(href: string): URL | undefined {
  const url = URL.parse(href);
  return url !== null && allowedSchemes.includes(url.protocol) ? url : undefined;
}

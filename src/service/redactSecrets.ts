/** Masks secrets in a text. */
export type Redact = (text: string) => string;

const secretHeader = /key|token|secret|auth|password|credential/i;

/** The secrets of a service: its key, and the values of headers whose name sounds secret. */
export function secretsOf(
  apiKey: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  const inHeaders = Object.entries(headers ?? {}).filter(([name]) => secretHeader.test(name));
  return [apiKey ?? '', ...inHeaders.map(([, value]) => value)]
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}

/** How many characters in a row count as a piece of a secret. */
const pieceLength = 8;

const mask = '[key]';

/**
 * Makes a function that masks the given secrets. A service may repeat a key whole or in part,
 * percent-encoded, JSON-escaped or in base64, so every run of 8 characters that also occurs in one of
 * these forms is masked (`docs/service-interface.md`, "Errors" 12). A shorter secret is masked where
 * it is a word of its own.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const pieces = new Set(secrets.filter(isLong).flatMap(formsOf).flatMap(piecesOf));
  const short = secrets.filter((secret) => !isLong(secret));
  return (text) => short.reduce(maskWord, maskPieces(text, pieces));
}

function isLong(secret: string): boolean {
  return secret.length >= pieceLength;
}

function formsOf(secret: string): readonly string[] {
  // Base64 depends on the number of bytes before the secret. The first characters of each form are
  // left out: they also encode the bytes before.
  const base64 = [0, 1, 2].map((before) =>
    btoa(' '.repeat(before) + latin1(secret)).slice(before + 1),
  );
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** `btoa` accepts characters up to U+00FF only; a header cannot contain others either. */
function latin1(text: string): string {
  return text.replaceAll(/[\u0100-\uffff]/g, '?');
}

function piecesOf(form: string): readonly string[] {
  const count = Math.max(0, form.length - pieceLength + 1);
  return Array.from({ length: count }, (_, start) => form.slice(start, start + pieceLength));
}

function maskPieces(text: string, pieces: ReadonlySet<string>): string {
  let safe = '';
  let position = 0;
  while (position < text.length) {
    if (!pieces.has(text.slice(position, position + pieceLength))) {
      safe += text.charAt(position);
      position += 1;
      continue;
    }
    position += pieceLength;
    // While the secret continues, the next piece overlaps this one.
    while (pieces.has(text.slice(position - pieceLength + 1, position + 1))) {
      position += 1;
    }
    safe += mask;
  }
  return safe;
}

function maskWord(text: string, secret: string): string {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), mask);
}

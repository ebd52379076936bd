/** Takes secrets out of text that a service sent. */
export type Redact = (text: string) => string;

/** Two texts that share this many characters in a row share a piece of a secret. */
const pieceLength = 8;

const mask = '[key]';
const secretHeader = /key|token|secret|auth|password|credential/i;

/** The secrets of a connection: its key and what the user's own headers may hold of the kind. */
export function secretsOf(
  apiKey: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  const inHeaders = Object.entries(headers ?? {}).filter(([name]) => secretHeader.test(name));
  return [apiKey ?? '', ...inHeaders.map(([, value]) => value)]
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}

/**
 * Makes the redactor for the given secrets. A service may echo a key in full, in part, escaped or in
 * base64, so every run of 8 characters that also occurs in one of those forms is masked. A secret
 * shorter than that is masked where it stands alone.
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
  // Base64 depends on how many bytes come before; the first characters of each are not the secret's.
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

/** `btoa` takes nothing beyond U+00FF, and no header holds it either. */
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
    // The next piece overlaps this one when the secret goes on.
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

import { keyPlaceholder } from '../shared/service/keySource.ts';

/** Masks secrets in a text. */
export type Redact = (text: string) => string;

/** What stands in place of a secret. */
export const secretMask = '[key]';

/** Whether the value of a header with this name is masked: rather one too many. */
export function isSecretHeader(name: string): boolean {
  return /key|token|secret|auth|password|credential/i.test(name);
}

/** Whether a header is a secret. The end of its name says what it is: `x-portkey-provider` is a provider. */
export function isNamedSecret(name: string): boolean {
  return /(?:key|token|secret|auth|authorization|password|credentials?)$/i.test(name);
}

/**
 * The secrets of a service: its key, and the values of headers whose name sounds secret. Of a value with a place
 * for the key, what stands around it is a secret only if it can be masked: `Bearer` is none.
 */
export function secretsOf(
  apiKey: string | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  const inHeaders = Object.entries(headers ?? {}).filter(([name]) => isSecretHeader(name));
  return [apiKey ?? '', ...inHeaders.flatMap(([, value]) => secretsIn(value))]
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}

function secretsIn(value: string): readonly string[] {
  const pieces = value.split(keyPlaceholder);
  return pieces.length === 1 ? pieces : pieces.map((piece) => piece.trim()).filter(canBeMasked);
}

/** A secret of this length is masked whatever it consists of, and wherever it stands. */
const longLength = 20;

/** Characters in a row that count as a piece of a secret. A shorter secret is not masked. */
const pieceLength = 8;

/** What a secret that is not long has at least besides words and numbers. */
const leastRandom = 6;

/** What a piece has at least besides words and numbers: less is the start `sk-proj-`, or `producti`. */
const leastRandomInPiece = 3;

/**
 * Whether a secret can be masked: it has at least 20 characters, or at least 8 of which 6 are not part of a
 * word, a number or the punctuation between them. To mask others, such as `ollama` or `test-1234`, would
 * damage texts that have nothing to do with them.
 */
export function canBeMasked(secret: string): boolean {
  return (
    secret.length >= longLength ||
    (secret.length >= pieceLength && randomCount(secret) >= leastRandom)
  );
}

/** The number of characters that are not part of a word, a number or the punctuation between them. */
function randomCount(text: string): number {
  return text.replaceAll(/[A-Z]?[a-z]{3,}|[A-Z]{3,}|\d{5,}|[-_.:,;/=+\s]/g, '').length;
}

/**
 * Makes a function that masks the given secrets as far as they can be masked (`canBeMasked`). A service may
 * repeat a secret whole or in part, percent-encoded, JSON-escaped or in base64. So a run of 8 or more
 * characters that also occurs in one of these forms is masked. One of fewer than 20 characters that is not
 * base64 must also stand alone and be more than words and numbers (`docs/service-interface.md`, "Errors" 12).
 * The time is linear in the text.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const find = createFindSecrets(secrets);
  return (text) => {
    let safe = '';
    let copied = 0;
    for (const { start, end } of find(text)) {
      safe += text.slice(copied, start) + secretMask;
      copied = end;
    }
    return copied === 0 ? text : safe + text.slice(copied);
  };
}

/** Makes a function that finds what `createRedact` masks, in the order of the text. */
export function createFindSecrets(secrets: readonly string[]): (text: string) => readonly Run[] {
  const masked = secrets.filter(canBeMasked);
  const forms = masked.flatMap(spelledForms);
  const encoded = new Set(masked.flatMap(base64Forms).flatMap(piecesOf));
  const pieces = new Set([...forms.flatMap(piecesOf), ...encoded]);
  const grams = new Set([...pieces].flatMap(gramsOf));
  const isSecret = (text: string, start: number, end: number): boolean =>
    end - start >= longLength ||
    encoded.has(text.slice(start, start + pieceLength)) ||
    (randomCount(text.slice(start, end)) >= leastRandomInPiece && standsAlone(text, start, end));
  return (text) => (pieces.size === 0 ? [] : secretRuns(text, { pieces, grams, isSecret }));
}

/**
 * A secret as it is, in a URL, and in JSON, where every character may be escaped, also those that need not. Half of a
 * surrogate pair, which may be in the settings, is replaced where a text is encoded; `encodeURIComponent` would throw.
 */
function spelledForms(secret: string): readonly string[] {
  const encodable = secret.toWellFormed();
  const inJson = JSON.stringify(secret).slice(1, -1);
  const bytes = [...new TextEncoder().encode(encodable)];
  const units = Array.from({ length: secret.length }, (_, index) => secret.charCodeAt(index));
  const escaped = [
    bytes.map((byte) => `%${hex(byte, 2)}`).join(''),
    units.map((unit) => String.raw`\u${hex(unit, 4)}`).join(''),
  ];
  const inCapitals = escaped.map((form) =>
    form.toUpperCase().replaceAll(String.raw`\U`, String.raw`\u`),
  );
  return [secret, encodable, encodeURIComponent(encodable), inJson, ...escaped, ...inCapitals];
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0');
}

function base64Forms(secret: string): readonly string[] {
  // Base64 depends on the number of bytes before the secret. The first characters of each form are
  // left out: they also encode the bytes before.
  const base64 = [0, 1, 2].map((before) =>
    btoa(' '.repeat(before) + latin1(secret)).slice(before + 1),
  );
  return [...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** `btoa` accepts characters up to U+00FF only; a header cannot contain others either. */
function latin1(text: string): string {
  return text.replaceAll(/[\u0100-\uffff]/g, '?');
}

function piecesOf(form: string): readonly string[] {
  const count = Math.max(0, form.length - pieceLength + 1);
  return Array.from({ length: count }, (_, start) => form.slice(start, start + pieceLength));
}

/** Characters by which a piece is recognized before it is compared. */
const gramLength = 3;

/** Every piece in a text has a gram that starts at a multiple of this. */
const gramStride = pieceLength - gramLength + 1;

function gramsOf(piece: string): readonly number[] {
  return Array.from({ length: gramStride }, (_, start) => gramAt(piece, start));
}

/** A number for the three characters at `start`; different ones may have the same. */
function gramAt(text: string, start: number): number {
  return (
    ((text.charCodeAt(start) & 0xff) << 16) |
    ((text.charCodeAt(start + 1) & 0xff) << 8) |
    (text.charCodeAt(start + 2) & 0xff)
  );
}

/** What is looked for in a text. */
interface Wanted {
  readonly pieces: ReadonlySet<string>;
  /** The grams of all pieces. */
  readonly grams: ReadonlySet<number>;
  /** Whether a run of pieces is masked. */
  readonly isSecret: (text: string, start: number, end: number) => boolean;
}

/** A part of a text; `end` is exclusive. */
interface Run {
  readonly start: number;
  readonly end: number;
}

function secretRuns(text: string, { pieces, grams, isSecret }: Wanted): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let position = 0; position + gramLength <= text.length; position += gramStride) {
    if (!grams.has(gramAt(text, position))) {
      continue;
    }
    start = Math.max(start, position - gramStride + 1);
    while (start <= position) {
      if (!pieces.has(text.slice(start, start + pieceLength))) {
        start += 1;
        continue;
      }
      const end = endOfRun(text, start, pieces);
      const isFound = isSecret(text, start, end);
      if (isFound) {
        runs.push({ start, end });
      }
      // The next run that is not part of this one.
      start = isFound ? end : end - pieceLength + 1;
    }
  }
  return runs;
}

/** While a secret continues, each piece overlaps the one before. */
function endOfRun(text: string, start: number, pieces: ReadonlySet<string>): number {
  let end = start + pieceLength;
  while (pieces.has(text.slice(end - pieceLength + 1, end + 1))) {
    end += 1;
  }
  return end;
}

/** Whether a part of a text is no part of a longer word. The end of an escape is no part of a word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  return (
    /(?:^|[^a-z\d]|%[\da-f]{2}|\\[nrt]|\\u[\da-f]{4})$/i.test(before) &&
    !/^[a-z\d]/i.test(text.charAt(end))
  );
}

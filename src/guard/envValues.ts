import type { Finding } from '../shared/guard/finding.ts';
import { followsEscape } from './escapes.ts';

/** A variable of a `.env` file. */
export interface EnvValue {
  readonly name: string;
  readonly value: string;
}

/** More lines of a file are not read. */
const maxLines = 2000;

/** A value in quotes has at most so many lines. */
const maxValueLines = 100;

/** Longer values are not looked for: a private key is found by its form. In characters. */
const length = { least: 8, most: 512 };

/** The characters by which a value is looked up. */
const headLength = 8;

/** As many values that begin with the same characters are looked for. */
const maxSameHead = 16;

const line = /^\s{0,20}(?:export\s{1,20})?([A-Za-z_][\w.-]{0,100})\s{0,20}[=:]\s{0,20}(.*)$/;

/** Names of variables whose values are secrets. Those of `AUTH_PROVIDER` and `COOKIE_NAME` are none. */
const secretName =
  /(?:key|token|secret|pass(?:word|wd|phrase)?|pwd|credentials?|salt|dsn|pat|auth|cert|private)(?:_?\d)?$/i;

const placeholder =
  /your|change.?me|example|placeholder|replace|insert|dummy|xxx|todo|<|\$\{|\$\(|\{\{|^(?:password|postgres|development|production|localhost|undefined|disabled|enabled)$/i;

/** The values of a `.env` file that count as secrets. */
export function secretsOfEnv(text: string): readonly EnvValue[] {
  return assignmentsOf(text.split(/\r?\n/, maxLines))
    .flatMap(({ name, value }) =>
      (value.includes('\n') ? partsOf(value) : secretsIn(name, value)).map((each) => ({
        name,
        value: each,
      })),
    )
    .filter(({ value }) => value.length >= length.least && value.length <= length.most);
}

/** The variables with their values as the program gets them: without quotes, and without a comment after them. */
function assignmentsOf(lines: readonly string[]): readonly EnvValue[] {
  const found: EnvValue[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, raw] = line.exec((lines[at] ?? '').slice(0, 2000)) ?? [];
    if (name !== undefined && raw !== undefined) {
      const more = linesUntilQuote(raw, lines, at + 1);
      found.push({
        name,
        value: more === undefined ? unquoted(raw) : [raw, ...more].join('\n').slice(1),
      });
      at += more?.length ?? 0;
    }
  }
  return found;
}

/** The lines that belong to a value whose quote is closed on a later line, without what follows the quote. */
function linesUntilQuote(
  raw: string,
  lines: readonly string[],
  from: number,
): readonly string[] | undefined {
  const quote = raw.charAt(0);
  if (!isQuote(quote) || raw.includes(quote, 1)) {
    return undefined;
  }
  const more = lines.slice(from, from + maxValueLines);
  const last = more.findIndex((each) => each.includes(quote));
  return last === -1
    ? undefined
    : [...more.slice(0, last), (more[last] ?? '').slice(0, more[last]?.indexOf(quote))];
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'" || character === '`';
}

function unquoted(raw: string): string {
  const end = isQuote(raw.charAt(0)) ? raw.indexOf(raw.charAt(0), 1) : -1;
  return end > 0 ? raw.slice(1, end) : (raw.split(/\s#/, 1)[0] ?? '').trim();
}

/** Of several lines, the words that look made by chance: the others are those of a format. */
function partsOf(value: string): readonly string[] {
  return value.split(/[\s"',]+/).filter((part) => isSecret('', part));
}

/** Of an address with a password only the password counts. */
function secretsIn(name: string, value: string): readonly string[] {
  if (placeholder.test(value)) {
    return [];
  }
  const [, password] = /^[\w+.-]{1,40}:\/\/[^\s:@/]{0,200}:([^\s@/]{1,300})@/.exec(value) ?? [];
  if (password !== undefined) {
    return isSecret(`${name}_PASSWORD`, password) ? [password] : [];
  }
  return isPlain(value) ? [] : isSecret(name, value) ? [value] : [];
}

/** A number, an address without login, an address of mail, a path, a list of hosts, a date. */
function isPlain(value: string): boolean {
  return /^(?:[\d.,:+-]+|[\w+.-]{1,40}:\/\/.*|[^\s@]{1,100}@[\w.-]{1,100}|\.{0,2}\/.*|[A-Za-z]:\\.*|(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?)$/i.test(
    value,
  );
}

/** A value is a secret by its name, unless it is words only; or because it looks made by chance. */
function isSecret(name: string, value: string): boolean {
  const random = randomCount(value);
  return secretName.test(name) ? random >= 2 : random >= 12 && !/\s/.test(value);
}

/** The characters that are not part of a word, of a long number, or between them. */
function randomCount(value: string): number {
  return value.replaceAll(/[A-Z]?[a-z]{3,}|[A-Z]{3,}|\d{7,}|[-_.:,;/=+\s]/g, '').length;
}

/** Finds the values where they stand by themselves. The time is linear in the text. */
export function createEnvSearch(values: readonly EnvValue[]): (text: string) => readonly Finding[] {
  const byHead = new Map<string, EnvValue[]>();
  for (const each of values.toSorted((one, other) => other.value.length - one.value.length)) {
    const head = each.value.slice(0, headLength);
    const same = byHead.get(head) ?? [];
    if (same.length < maxSameHead && !same.some(({ value }) => value === each.value)) {
      byHead.set(head, [...same, each]);
    }
  }
  const firsts = new Set(Array.from(byHead.keys(), (head) => pairAt(head, 0)));
  return (text) => {
    const found: Finding[] = [];
    for (let at = 0; byHead.size > 0 && at + headLength <= text.length; at += 1) {
      if (firsts.has(pairAt(text, at))) {
        const hit = byHead
          .get(text.slice(at, at + headLength))
          ?.find(({ value }) => text.startsWith(value, at) && standsAlone(text, at, value));
        if (hit !== undefined) {
          const end = at + hit.value.length;
          found.push({ kind: 'variable', subject: hit.name, start: at, end });
          at = end - 1;
        }
      }
    }
    return found;
  };
}

/** Two characters as a number: nearly every place of a text is passed by it. */
function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
}

function isJoined(inside: string, outside: string): boolean {
  return /[A-Za-z\d]/.test(inside) && /[A-Za-z\d]/.test(outside);
}

function standsAlone(text: string, start: number, value: string): boolean {
  return (
    (!isJoined(value.charAt(0), text.charAt(start - 1)) || followsEscape(text, start)) &&
    !isJoined(value.at(-1) ?? '', text.charAt(start + value.length))
  );
}

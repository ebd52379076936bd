import type { Finding } from '../shared/guard/finding.ts';
import { findAddressLogins, findConnectionPasswords } from './passwords.ts';
import { withoutEscapes } from './escapes.ts';
import { hiddenCharacters as hiddenCharactersIn } from './hiddenCharacters.ts';
import { findJsonWebKeys, findPrivateKeys } from './privateKeys.ts';
import { presetRules } from './presetRules.ts';
import { findTokens } from './tokenForms.ts';

/** What is looked for. */
export interface Wanted {
  /** Keys, tokens, passwords in addresses and private keys, by their form. */
  readonly secrets: boolean;
  readonly hiddenCharacters: boolean;
  /** Secrets that are known by their value. */
  readonly known: readonly ((text: string) => readonly Finding[])[];
}

export interface CheckedText {
  /** In the order of the text. None overlaps another. */
  readonly findings: readonly Finding[];
  /** Whether a part of the text was not checked. */
  readonly isPartial: boolean;
}

/** Longer texts are checked up to here, in characters: no model has a context length for more. */
export const maxCheckedLength = 8 * 1024 * 1024;

/** With more findings in a text, the others add nothing to what the user has to decide. */
export const maxFindings = 500;

/** What is checked at a time, in characters. It takes some milliseconds. */
const sliceLength = 64 * 1024;

/** What is looked at before and after a slice: the longest token and what must stand before one. */
const context = { before: 256, after: 16 * 1024 };

const rules = presetRules();

/**
 * Finds secrets and hidden characters. `pause` is awaited after each slice of the text, so that checking megabytes
 * does not hold up everything else.
 */
export async function checkText(
  text: string,
  { secrets, hiddenCharacters, known }: Wanted,
  pause: () => Promise<void>,
): Promise<CheckedText> {
  const checked = text.slice(0, maxCheckedLength);
  const found: Finding[] = [];
  const search = async (find: (text: string) => readonly Finding[]): Promise<void> => {
    found.push(...find(checked).slice(0, maxFindings + 1));
    if (checked.length > sliceLength) {
      await pause();
    }
  };
  for (const find of known) {
    await search(find);
  }
  if (hiddenCharacters) {
    await searchHidden(checked, found, pause);
  }
  if (secrets) {
    await search(findPrivateKeys);
    await search(findJsonWebKeys);
    for (let start = 0; start < checked.length && found.length <= maxFindings;) {
      const end = Math.min(checked.length, start + sliceLength);
      found.push(...findInSlice(checked, start, end));
      start = end;
      if (start < checked.length) {
        await pause();
      }
    }
  }
  const findings = withoutOverlaps(found);
  return {
    findings: findings.slice(0, maxFindings),
    isPartial: text.length > checked.length || findings.length > maxFindings,
  };
}

/** As many places are looked at before a pause. */
const placesAtOnce = 2000;

async function searchHidden(
  text: string,
  found: Finding[],
  pause: () => Promise<void>,
): Promise<void> {
  let places = 0;
  for (const finding of hiddenCharactersIn(text)) {
    places += 1;
    if (finding !== undefined) {
      found.push(finding);
    }
    if (found.length > maxFindings) {
      return;
    }
    if (places % placesAtOnce === 0) {
      await pause();
    }
  }
}

/** The findings that begin in a slice of a text. */
function findInSlice(text: string, start: number, end: number): readonly Finding[] {
  const from = Math.max(0, start - context.before);
  const piece = text.slice(from, end + context.after);
  // What the rules of the preset look for has no escapes in it.
  const words = withoutEscapes(piece);
  return [
    ...rules.flatMap(({ find }) => find(words)),
    ...[findTokens, findAddressLogins, findConnectionPasswords].flatMap((find) => find(piece)),
  ]
    .map(({ kind, subject, start: foundAt, end: foundEnd }) => ({
      kind,
      subject,
      start: from + foundAt,
      end: from + foundEnd,
    }))
    .filter((found) => found.start >= start && found.start < end);
}

/** In the order of the text. Of those that overlap, the one that begins first stays, and of these the longest. */
function withoutOverlaps(found: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || each.start >= last.end) {
      kept.push(each);
    } else if (each.end > last.end) {
      // What the later one has more belongs to it: nothing of a secret stays.
      kept.push({ ...each, start: last.end });
    }
  }
  return kept;
}

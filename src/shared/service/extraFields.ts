import * as l10n from '@vscode/l10n';
import { isRecord, type WireObject } from '../guards.ts';
import { formatNumber } from '../language.ts';

/** Fields of a request that Parley does not know, by name; each value is JSON. */
export type ExtraFields = WireObject;

/** Of all fields as JSON, in characters. */
export const maxExtraFieldsLength = 65_536;

const maxNameLength = 100;

const fixedNames: ReadonlySet<string> = new Set(['model', 'messages', 'stream']);

/** Why a field of this name cannot be set by hand; `taken` are the names with a place of their own. */
export function extraFieldProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === 'n') {
    return l10n.t('“n” is not supported: all replies would be billed, but only one is shown.');
  }
  if (fixedNames.has(name)) {
    return l10n.t('“{0}” cannot be set here. Parley sets it itself.', name);
  }
  if (taken.includes(name)) {
    return l10n.t('“{0}” has a field of its own. Set it there.', name);
  }
  return name === '' || name.length > maxNameLength
    ? l10n.t('Enter a name of at most {0} characters.', maxNameLength)
    : undefined;
}

/** Why these fields cannot be sent; undefined if they can. */
export function extraFieldsProblem(value: unknown, taken: readonly string[]): string | undefined {
  if (!isRecord(value)) {
    return l10n.t('Must be an object.');
  }
  const problem = Object.keys(value).flatMap((name) => extraFieldProblem(name, taken) ?? [])[0];
  if (problem !== undefined) {
    return problem;
  }
  return jsonLength(value) > maxExtraFieldsLength
    ? l10n.t('Must not be longer than {0} characters.', formatNumber(maxExtraFieldsLength))
    : undefined;
}

/** Endless for a value that cannot be written as JSON, such as one that is nested too deeply. */
export function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}

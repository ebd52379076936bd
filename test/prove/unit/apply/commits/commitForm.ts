import { upTo } from '../cases/changes.ts';
import type { CommitCase } from './commitCase.ts';
import type { CommitStyle } from './commitStyles.ts';
import type { ReadPair } from './readPair.ts';

/** What a form makes of a pair: a case of the file as it was before. */
export type Formed = Omit<CommitCase, 'form' | 'text' | 'seen' | 'language'> & {
  readonly language?: string | undefined;
  /** Added to the name of the form. */
  readonly form?: string | undefined;
  /** Whether the reply creates the file. */
  readonly isNew?: boolean | undefined;
};

/** Writes a commit, or a part of it, as models do; undefined if the pair does not allow it. */
export type CommitForm = (read: ReadPair, random: () => number) => Formed | undefined;

/** A text of lines. */
export function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const remarks = [
  'the rest is the same as before',
  'unchanged',
  'everything up to here stays',
  'hier \u00e4ndert sich nichts',
  'wie bisher',
  'sin cambios hasta aqu\u00ed',
  'la suite est identique',
  '\u5176\u4f59\u4ee3\u7801\u4e0d\u53d8',
  '\u043a\u0430\u043a \u0431\u044b\u043b\u043e',
  'as above',
];

const marks = [
  '... existing code ...',
  '...',
  '... rest of the code remains unchanged ...',
  '\u2026 rest of the file \u2026',
  '... (unchanged)',
  '... restlicher Code bleibt unver\u00e4ndert ...',
  '... resto del c\u00f3digo ...',
  '... le reste du code ...',
  '... \u5176\u4f59\u4ee3\u7801 ...',
];

/** A comment that stands for code, in words that no list has. */
export function remark({ comment }: CommitStyle, random: () => number): string {
  return `${comment[0]} ${remarks[upTo(remarks.length, random)] ?? ''}${comment[1]}`;
}

/** A comment with dots that stands for code. */
export function mark({ comment }: CommitStyle, random: () => number): string {
  return `${comment[0]} ${marks[upTo(marks.length, random)] ?? ''}${comment[1]}`;
}

/** Whether a line is an import, in one of the usual languages. */
export function isImport(line: string): boolean {
  return /^(?:import|from|use|using|require|#include|alias)\b/.test(line);
}

/** The indentation of a line. */
export function indentOf(line: string | undefined): string {
  return /^\s*/.exec(line ?? '')?.[0] ?? '';
}

/** How often lines have a line, without regard to its indentation. */
export function count(line: string | undefined, lines: readonly string[]): number {
  return lines.filter((one) => one.trim() === line?.trim()).length;
}

/** Whether lines are in others in a row, so that nobody could tell that something changes. */
export function isWithin(lines: readonly string[], others: readonly string[]): boolean {
  const [own, all] = [lines, others].map((some) =>
    some.map((line) => line.trimEnd()).filter((line) => line !== ''),
  );
  return `\n${(all ?? []).join('\n')}\n`.includes(`\n${(own ?? []).join('\n')}\n`);
}

/** Whether a line says something, and is not only a bracket or a comment. */
export function isTelling(line: string | undefined): boolean {
  return (
    /\w{3}/.test(line ?? '') && !/^\s*(?:\/\/|#\s|\*|\/\*|--|<!--|end\b|else\b)/.test(line ?? '')
  );
}

import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../../../../src/shared/guards.ts';

/** A file before and after a commit. */
export interface CommitPair {
  /** Where it is from: a project and a commit, or a kept case. */
  readonly source: string;
  readonly path: string;
  /** Such as `kotlin`; `ignore` for lists of patterns. */
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

const keptFolder = join(import.meta.dirname, 'kept');

/** The small pairs that are kept here, made up in the shapes of real commits. */
export async function keptPairs(): Promise<readonly CommitPair[]> {
  const pairs: CommitPair[] = [];
  for (const name of (await Array.fromAsync(glob('*.txt', { cwd: keptFolder }))).toSorted()) {
    const language = name.replace(/\.txt$/, '');
    const text = await readFile(join(keptFolder, name), 'utf8');
    for (const part of text.split(/^=== /m).slice(1)) {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const [path = '', what = ''] = title.split(': ');
      const side = (signs: string): string =>
        lines
          .filter((line) => line === '' || signs.includes(line[0] ?? ''))
          .map((line) => `${line.slice(1)}\n`)
          .join('');
      pairs.push({ source: what, path, language, before: side(' -'), after: side(' +') });
    }
  }
  return pairs;
}

/** The pairs in a folder: one a line, as JSON with project, commit, path, language, before and after. */
export async function pairsIn(folder: string): Promise<readonly CommitPair[]> {
  const pairs: CommitPair[] = [];
  for (const name of (await Array.fromAsync(glob('*.jsonl', { cwd: folder }))).toSorted()) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line !== '') {
        const parsed: unknown = JSON.parse(line);
        const read = isRecord(parsed) ? parsed : {};
        const text = (key: string): string => String(read[key]);
        pairs.push({
          source: `${text('project')} ${text('commit').slice(0, 10)}`,
          path: text('path'),
          language: text('language'),
          before: text('before'),
          after: text('after'),
        });
      }
    }
  }
  return pairs;
}

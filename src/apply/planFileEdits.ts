import type { FileEdits } from './blockEdits.ts';
import type { FilePlan } from './blockPlan.ts';
import { readFileText } from './code/codeText.ts';
import { addsEntities } from './code/entities.ts';
import { languageOfPath, textLanguageOfPath } from './code/languageOfPath.ts';
import { leftOutLine } from './code/leftOutLine.ts';
import { proveEdits } from './code/proveCode.ts';
import { type LoadSyntax, parsedOnce } from './code/syntax.ts';
import { breaksJson, fileGate, madeBy } from './fileGates.ts';
import { spliced } from './fitEdit.ts';
import { planEdits } from './planEdits.ts';
import type { BlockFile } from './replyBlock.ts';
import { lineTexts } from './lines/textLines.ts';

/** Plans what a search and replacement, a diff or a patch does to a file that is there. */
export async function planFileEdits(
  { kind, edits }: FileEdits,
  file: BlockFile,
  loadSyntax: LoadSyntax,
): Promise<FilePlan> {
  const { path } = file;
  const gate = fileGate(file);
  if (gate !== undefined) {
    return { kind: 'refuse', path, reason: gate };
  }
  if (kind === 'remove') {
    const quoted = edits.flatMap(({ search }) => search);
    if (quoted.length === 0 && file.seen !== undefined && file.seen !== file.text) {
      return { kind: 'refuse', path, reason: 'changed' };
    }
    return quoted.length === 0 || hasLines(file.text, quoted)
      ? { kind: 'remove', path }
      : { kind: 'refuse', path, reason: 'notFound' };
  }
  if (kind === 'create') {
    return planFilled(newText(edits), file);
  }
  const plan = planEdits(edits, file);
  switch (plan.kind) {
    case 'apply': {
      const problem = await problemOf(spliced(file.text, plan.splices), file, loadSyntax);
      return problem === undefined
        ? { ...plan, path, confirm: madeBy(file) }
        : { kind: 'refuse', path, ...problem };
    }
    case 'alreadyThere':
      return { kind: 'alreadyThere', path };
    case 'several': {
      const { search = [], replace = [] } = edits[plan.edit] ?? {};
      const line = search.find((one) => one.trim() !== '' && !replace.includes(one)) ?? search[0];
      const edit = { index: plan.edit, count: edits.length, line: line ?? '' };
      return { kind: 'several', path, places: plan.places, edit };
    }
    case 'refuse':
      return { kind: 'refuse', path, reason: plan.reason };
  }
}

/** Plans what they do if there is no such file. */
export function planWithoutFile({ kind, edits }: FileEdits, path: string): FilePlan {
  return kind === 'create' ? planNewFile(newText(edits), path) : { kind: 'missing', path };
}

/** Plans a file with a text. Nothing can say what the text leaves out. */
export function planNewFile(text: string, path: string): FilePlan {
  const lines = lineTexts(text);
  const language = textLanguageOfPath(path);
  const own = language === 'markdown' ? withoutSamples(lines) : lines;
  return leftOutLine([], own, language) === undefined
    ? { kind: 'create', path, text }
    : { kind: 'refuse', path, reason: 'elision' };
}

/** Plans a new file where there is one that may be empty. */
function planFilled(text: string, { path, text: now, seen = now }: BlockFile): FilePlan {
  if (now.trim() !== '' || seen.trim() !== '') {
    return text === now
      ? { kind: 'alreadyThere', path }
      : { kind: 'refuse', path, reason: 'exists' };
  }
  const plan = planNewFile(text, path);
  const start = now.startsWith('\ufeff') ? 1 : 0;
  return plan.kind === 'create'
    ? { kind: 'apply', path, splices: [{ start, end: now.length, text }], trust: 'sure' }
    : plan;
}

/** The lines of Markdown that are none of a fenced sample, which may well leave something out. */
function withoutSamples(lines: readonly string[]): readonly string[] {
  let isSample = false;
  return lines.filter((line) => {
    const isFence = /^\s{0,20}(?:```|~~~)/.test(line);
    isSample = isFence ? !isSample : isSample;
    return !isFence && !isSample;
  });
}

/** What is wrong with the text of a file after edits; undefined if nothing is. */
async function problemOf(
  after: string,
  file: BlockFile,
  loadSyntax: LoadSyntax,
): Promise<Pick<Extract<FilePlan, { kind: 'refuse' }>, 'reason' | 'name'> | undefined> {
  const { path, codePath = path, text } = file;
  if (breaksJson(file, after)) {
    return { reason: 'syntax' };
  }
  const language = languageOfPath(codePath);
  const parse = language && (await loadSyntax(language));
  const syntax = language && parse && parsedOnce({ language, parse });
  const textLanguage = textLanguageOfPath(codePath);
  if (language !== undefined && addsEntities(after, text, language)) {
    return { reason: 'signs' };
  }
  return proveEdits(
    {
      before: readFileText(text, syntax, textLanguage),
      after: readFileText(after, syntax, textLanguage),
    },
    syntax,
  );
}

/** Whether a text has just these lines, blanks at their ends and blank lines aside. */
function hasLines(text: string, lines: readonly string[]): boolean {
  return filledLines(lineTexts(text.replace(/^\ufeff/, ''))) === filledLines(lines);
}

function filledLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function newText(edits: FileEdits['edits']): string {
  return edits.flatMap(({ replace }) => replace.map((line) => `${line}\n`)).join('');
}

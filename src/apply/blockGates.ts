import { noFile } from '../shared/codePath/noFile.ts';
import { languageName } from './blockForm.ts';
import type { BlockRefusal } from './blockPlan.ts';
import type { ReplyBlock } from './replyBlock.ts';
import { isBlank } from './lines/blankLines.ts';
import { lineTexts } from './lines/textLines.ts';

/** Why a block of any form is not applied; undefined if nothing is against it. */
export function blockGate({ text, isComplete }: ReplyBlock): BlockRefusal | undefined {
  if (text.trim() === '') {
    return 'empty';
  }
  return isComplete ? undefined : 'incomplete';
}

/** Why a block of code is not applied to the file at `path`, or to any file if that is not known. */
export function codeGate(
  { text, language }: ReplyBlock,
  path: string | undefined,
): BlockRefusal | undefined {
  const name = languageName(language);
  const reason = noFile(name, path);
  if (reason !== undefined) {
    return reason;
  }
  const lines = lineTexts(text).filter((line) => !isBlank(line));
  if (lines.length > 0 && lines.every((line) => /^(?:\$|PS [^>]{0,200}>|>>>) \S/.test(line))) {
    return 'shell';
  }
  return isOpenMarkdown(name, lines) ? 'incomplete' : undefined;
}

/** Whether a block of Markdown was ended by a fence within it: it then lacks the rest. */
function isOpenMarkdown(language: string, lines: readonly string[]): boolean {
  const fences = lines.filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line));
  return /^(?:markdown|mdx?)$/.test(language) && fences.length % 2 === 1;
}

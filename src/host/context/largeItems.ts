import { startOf, visibleText } from '../../shared/visibleText.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import { contextTitle } from '../../shared/conversation/contextTitle.ts';
import { formatNumber } from '../../shared/language.ts';
import * as vscode from 'vscode';

/** A longer item is attached only after a question, which offers this much of it. */
export const cutSize = { lines: 2000, characters: 80_000 };

/** No item is attached with more, in UTF-16 code units: no model has a context length for it. */
export const maxItemLength = 1024 * 1024;

/** Whether the user is asked before the item is attached. */
export function isLarge({ text }: ContextItem): boolean {
  return text.length > cutSize.characters || lineCount(text) > cutSize.lines;
}

/** The first whole lines of a large item; of a single longer line, its beginning. Any other item is given as it is. */
export function cutItem(item: ContextItem): ContextItem {
  if (!isLarge(item)) {
    return item;
  }
  const { text, startLine } = item;
  const end = endOfPart(text);
  const part = text.slice(0, end);
  return {
    ...item,
    endLine: startLine + lineCount(part) - 1,
    text: part,
    cutFrom: { lines: lineCount(text), characters: text.length },
  };
}

function endOfPart(text: string): number {
  let end = 0;
  for (let line = 0; line < cutSize.lines; line += 1) {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0 || next > cutSize.characters) {
      return end === 0 ? startOf(text, cutSize.characters).length : end;
    }
    end = next;
  }
  return end;
}

/** An item of a text that is there as a whole, with its lines. */
export function wholeText(item: Omit<ContextItem, 'startLine' | 'endLine'>): ContextItem {
  return { ...item, startLine: 1, endLine: lineCount(item.text) };
}

/** A last line without characters does not count, unless it is the only one. */
export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += at === text.length - 1 ? 0 : 1;
  }
  return count;
}

/** What the user wants of large items. */
type LargeChoice = 'whole' | 'cut';

/** At most this many large items are named in the question. */
const maxNamed = 10;

/** Longer names are cut in the question. In characters. */
const maxName = 200;

/**
 * Asks whether large items are attached as a whole or cut, which the question states for each of them. Undefined if
 * the user wants none. Asks nothing if none is large.
 */
export async function askAboutLarge(
  items: readonly ContextItem[],
): Promise<LargeChoice | undefined> {
  const large = items.filter(isLarge);
  if (large.length === 0) {
    return 'whole';
  }
  const cut = vscode.l10n.t('Add First Part');
  const whole = vscode.l10n.t('Add Everything');
  const mayBeWhole = large.every(({ text }) => text.length <= maxItemLength);
  const words = vscode.l10n.t('This is large. How much of it do you want to add to your message?');
  const detail = large.slice(0, maxNamed).map(sizeLine).join('\n');
  const answer = await vscode.window.showWarningMessage(
    words,
    { modal: true, detail },
    cut,
    ...(mayBeWhole ? [whole] : []),
  );
  return answer === cut ? 'cut' : answer === whole ? 'whole' : undefined;
}

/** What a large item has, and what of it the first part is. */
function sizeLine(item: ContextItem): string {
  const name = contextTitle(item) ?? visibleText(item.path.slice(0, maxName));
  const part = cutItem(item);
  const tokens = formatNumber(tokenEstimate(item.text));
  const partTokens = formatNumber(tokenEstimate(part.text));
  const { lines, characters } = part.cutFrom ?? { lines: 0, characters: 0 };
  const isWithinLine = lines === 1;
  return isWithinLine
    ? vscode.l10n.t(
        '{0}: about {1} tokens. First part: the first {2} of {3} characters, about {4} tokens.',
        name,
        tokens,
        formatNumber(part.text.length),
        formatNumber(characters),
        partTokens,
      )
    : vscode.l10n.t(
        '{0}: about {1} tokens. First part: the first {2} of {3} lines, about {4} tokens.',
        name,
        tokens,
        formatNumber(part.endLine - part.startLine + 1),
        formatNumber(lines),
        partTokens,
      );
}

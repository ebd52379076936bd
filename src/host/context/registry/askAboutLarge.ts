import * as vscode from 'vscode';
import { tokenEstimate } from '../../../conversation/request/tokenEstimate.ts';
import { contextTitle } from '../../../shared/conversation/contextTitle.ts';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { cutItem, isLarge, maxItemLength } from '../cutItem.ts';

/** What the user wants of large items. */
export type LargeChoice = 'whole' | 'cut';

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

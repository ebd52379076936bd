import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import type { HistorySource } from '../search/historySearch.ts';
import { type ChatGroup, dayGroups } from './dayGroups.ts';
import { queryProblem } from './queryCompletions.ts';

/** What a list of chats shows. */
interface ChatList {
  /** The chats, each group under its name. What was found for a query has no groups. */
  readonly groups: readonly ChatGroup[];
  /** How much has been read, while some is left to read. */
  readonly progress: string | undefined;
  /** Sentences about the list. */
  readonly remarks: readonly string[];
}

/**
 * What a list shows for the query `typed`, again and again while more is found; all chats by day if nothing is typed.
 * Ends early when `signal` is aborted. Throws what the file system throws.
 */
export async function* listChats(
  { history, search }: HistorySource,
  typed: string,
  signal: AbortSignal,
): AsyncGenerator<ChatList> {
  if (typed.trim() === '') {
    const { summaries, left } = await history.soFar();
    const count = summaries.length + left;
    yield {
      groups: dayGroups(summaries, Date.now()),
      progress: progressText(summaries.length / Math.max(count, 1)),
      remarks: count === 0 ? [vscode.l10n.t('No chats yet. Your chats appear here.')] : [],
    };
    return;
  }
  for await (const { hits, isCut, skipped, progress } of search.find(typed, signal)) {
    const remarks = [
      queryProblem(typed),
      skipped > 0
        ? vscode.l10n.t('Skipped chats that could not be read: {0}.', formatNumber(skipped))
        : undefined,
      isCut ? vscode.l10n.t('There are more results. Add another word.') : undefined,
    ];
    yield {
      groups: [{ members: hits }],
      progress: progress === undefined ? undefined : progressText(progress),
      remarks: remarks.filter((remark) => remark !== undefined),
    };
  }
}

/** How much has been read, as `share` from 0 to 1 of the chats; undefined once all have been read. */
function progressText(share: number): string | undefined {
  const percent = formatNumber(Math.floor(100 * share) / 100, { style: 'percent' });
  return share < 1 ? vscode.l10n.t('{0} of chats indexed', percent) : undefined;
}

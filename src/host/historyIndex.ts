import { isArrayOf, isObjectOf, isOneOf } from '../shared/guards.ts';
import { isConversationSummary, type ConversationSummary } from './conversationSummary.ts';
import { readJson, removeLeftovers, writeJson } from './jsonFile.ts';
import type { StoreFiles } from './storeFiles.ts';

const indexPath = 'index.json';
const indexFormat = '3';

const isIndex = isObjectOf({
  format: isOneOf(indexFormat),
  conversations: isArrayOf(isConversationSummary),
});

/** What changes often is kept so often at most. */
const keepMs = 10_000;

/** The summaries as they are kept on disk. */
export interface HistoryIndex {
  /** What was kept, the newest first; none of it where it is not as it should be. */
  read(): Promise<readonly ConversationSummary[]>;
  /** Keeps the summaries, the newest first, with so many to come, where they are not kept already. */
  keep(conversations: readonly ConversationSummary[], left: number): Promise<void>;
}

/** The index among `files`; `onFailure` hears what the file system throws. */
export function createHistoryIndex(
  files: StoreFiles,
  onFailure: (error: unknown) => void,
): HistoryIndex {
  let kept: readonly ConversationSummary[] = [];
  let keptAt = 0;
  let isBehind = false;
  const write = async (index: unknown): Promise<void> => {
    const isFirst = keptAt === 0;
    keptAt = Date.now();
    await writeJson(files, indexPath, index);
    if (isFirst) {
      await removeLeftovers(files, '', `${indexPath}.`);
    }
  };
  return {
    async read() {
      const reading = await readJson(files, indexPath).catch(onFailure);
      kept = reading?.kind === 'value' && isIndex(reading.value) ? reading.value.conversations : [];
      return kept;
    },
    async keep(conversations, left) {
      const isCaughtUp = isBehind && left === 0;
      isBehind = left > 0;
      const isTime = isCaughtUp || Date.now() - keptAt > keepMs;
      if (isTime && !isSame(conversations, kept)) {
        kept = conversations;
        await write({ format: indexFormat, conversations }).catch(onFailure);
      }
    },
  };
}

function isSame(
  some: readonly ConversationSummary[],
  others: readonly ConversationSummary[],
): boolean {
  const isSameAt = (summary: ConversationSummary, index: number): boolean =>
    // Most have not been read again.
    summary === others[index] || JSON.stringify(summary) === JSON.stringify(others[index]);
  return some.length === others.length && some.every(isSameAt);
}

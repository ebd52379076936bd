import { isArrayOf, isObjectOf, isOneOf } from '../shared/guards.ts';
import { isConversationSummary, type ConversationSummary } from './conversationSummary.ts';
import { readJson, writeJson } from './jsonFile.ts';
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
  /** Keeps the summaries, the newest first, after so many changes, and with so many to come. */
  keep(
    conversations: readonly ConversationSummary[],
    counts: { readonly changes: number; readonly left: number },
  ): Promise<void>;
}

/** The index among `files`; `onFailure` hears what the file system throws. */
export function createHistoryIndex(
  files: StoreFiles,
  onFailure: (error: unknown) => void,
): HistoryIndex {
  let keptAt = 0;
  let isBehind = false;
  return {
    async read() {
      const reading = await readJson(files, indexPath).catch(onFailure);
      return reading?.kind === 'value' && isIndex(reading.value) ? reading.value.conversations : [];
    },
    async keep(conversations, { changes, left }) {
      const isCaughtUp = isBehind && left === 0;
      isBehind = left > 0;
      if (isCaughtUp || (changes > 0 && Date.now() - keptAt > keepMs)) {
        keptAt = Date.now();
        const index = { format: indexFormat, conversations };
        await writeJson(files, indexPath, index).catch(onFailure);
      }
    },
  };
}

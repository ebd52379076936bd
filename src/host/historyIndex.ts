import { isArrayOf, isObjectOf, isOneOf } from '../shared/guards.ts';
import { isConversationSummary, type ConversationSummary } from './conversationSummary.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { StoreFiles } from './storeFiles.ts';

const indexPath = 'index.json';
const indexFormat = '2';

const isIndex = isObjectOf({
  format: isOneOf(indexFormat),
  conversations: isArrayOf(isConversationSummary),
});

/** What was kept, none of it where it is not as it should be. Throws what the file system throws. */
export async function readHistoryIndex(files: StoreFiles): Promise<readonly ConversationSummary[]> {
  const reading = await readJson(files, indexPath);
  return reading.kind === 'value' && isIndex(reading.value) ? reading.value.conversations : [];
}

/** Keeps the summaries, the newest first. Throws what the file system throws. */
export async function writeHistoryIndex(
  files: StoreFiles,
  conversations: readonly ConversationSummary[],
): Promise<void> {
  await writeJson(files, indexPath, { format: indexFormat, conversations });
}

import { isSafeId } from '../../../shared/conversation/conversation.ts';
import type { StoreFiles } from '../storeFiles.ts';
import { askedFolder } from '../storePaths.ts';
import { createStamp } from './otherWindows.ts';

/** Interval of the checks for questions, and how long an answer is waited for. */
const times = { lookMs: 1000, answerMs: 5000 };

/** A question or an answer that is older was left by a window that has died. */
const leftoverMs = 60 * 60 * 1000;

const nothing = new Uint8Array();

/**
 * Asks all windows which chats they have open, and gives the ids of those. A window without an answer after five
 * seconds counts as dead. Throws what the file system throws: then nothing is known.
 */
export async function askForOpenChats(files: StoreFiles): Promise<ReadonlySet<string>> {
  await removeWhere(files, async (path) => (await files.changedAt(path)) < Date.now() - leftoverMs);
  const question = crypto.randomUUID();
  const ofQuestion = `${askedFolder}/${question}`;
  await files.write(ofQuestion, nothing);
  try {
    await new Promise((resolve) => setTimeout(resolve, times.answerMs));
    const names = (await files.list(askedFolder)).map(({ name }) => name.split('.'));
    return new Set(names.flatMap(([asked, id]) => (asked === question && id ? id : [])));
  } finally {
    await removeWhere(files, async (path) => path.startsWith(ofQuestion)).catch(() => {});
  }
}

/**
 * Answers the questions of other windows until it is disposed of: with a file `<question>.<id>` for each of
 * `openIds`, the ids of the chats that are open here.
 */
export function answerOpenChats(
  files: StoreFiles,
  openIds: () => readonly string[],
): { dispose(): void } {
  const answered = new Set<string>();
  const stamp = createStamp();
  let isLooking = false;
  const look = async (): Promise<void> => {
    const changedAt = await files.changedAt(askedFolder);
    if (changedAt === 0 || !stamp.isNew(changedAt)) {
      return;
    }
    const names = (await files.list(askedFolder)).map(({ name }) => name);
    for (const question of names.filter((name) => isSafeId(name) && !answered.has(name))) {
      const answers = openIds().map((id) => `${askedFolder}/${question}.${id}`);
      await Promise.all(answers.map(async (path) => files.write(path, nothing)));
      answered.add(question);
    }
    stamp.set(changedAt);
  };
  const timer = setInterval(() => {
    if (!isLooking && openIds().length > 0) {
      isLooking = true;
      look()
        // The next check tries again. That the store cannot be read or written is reported elsewhere.
        .catch(() => {})
        .finally(() => (isLooking = false));
    }
  }, times.lookMs);
  return { dispose: () => clearInterval(timer) };
}

async function removeWhere(
  files: StoreFiles,
  isOver: (path: string) => Promise<boolean>,
): Promise<void> {
  for (const { name } of await files.list(askedFolder)) {
    const path = `${askedFolder}/${name}`;
    if (await isOver(path)) {
      await files.remove(path);
    }
  }
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachConcurrently } from '../../../src/host/base/concurrency.ts';
import { aTurn } from '../builders.ts';

/** How large a store is to be. */
export interface StoreSize {
  readonly conversations: number;
  /** Of all files together, about. */
  readonly bytes: number;
  /** Of what is said in the newest conversation, about. */
  readonly largestBytes: number;
  /** Gives a reply of so many characters for it. */
  readonly reply: (length: number) => string;
}

/** A word that is in the oldest conversation only. */
export const rareWord = 'zugzwang';

/** A word that is in every hundredth conversation. */
export const seldomWord = 'quartzlike';

/** The id of the newest conversation, which is the largest. */
export const largestId = 'c0';

/** What the largest conversation begins with. */
export const largestTitle = 'Everything at once';

/** The largest has replies as long as the longest that models give. */
const turnCounts = { largest: 200, others: 8 };

/** The id of the last turn of the largest conversation. */
export const lastTurnId = `t${turnCounts.largest - 1}`;
const hourMs = 60 * 60 * 1000;

/** Writes a store of made-up conversations into the folder `root`, as `docs/store.md` describes it. */
export async function generateStore(root: string, size: StoreSize): Promise<void> {
  const speak = speaker();
  const each = size.bytes / size.conversations;
  const numbers = Array.from({ length: size.conversations }, (_, number) => number);
  const newest = Date.now();
  await forEachConcurrently(numbers, 32, async (number) => {
    const id = `c${number}`;
    const folder = join(root, id, 'turns');
    await mkdir(folder, { recursive: true });
    const startedAt = newest - number * hourMs;
    const isLargest = number === 0;
    const turnCount = isLargest ? turnCounts.largest : turnCounts.others;
    // From a tenth of the mean to nearly twice of it.
    const length = isLargest ? size.largestBytes : each * (0.1 + ((number * 7919) % 1000) / 555);
    const model = `model-${number % 12}`;
    for (let turn = 0; turn < turnCount; turn += 1) {
      const extra = [
        number === size.conversations - 1 && turn === 5 ? rareWord : '',
        number % 100 === 7 && turn === 5 ? seldomWord : '',
      ].join(' ');
      const said = isLargest ? size.reply(length / turnCount) : speak(length / turnCount);
      const value = aTurn(`t${turn}`, {
        ...(turn === 0 ? {} : { parentId: `t${turn - 1}` }),
        user: { text: isLargest && turn === 0 ? largestTitle : speak(80), context: [] },
        reply: {
          status: 'completed',
          model,
          text: `${said}\n\n${extra.trim()}`,
          startedAt: startedAt + turn,
          endedAt: startedAt + turn,
        },
      });
      await writeFile(join(folder, `t${turn}.json`), JSON.stringify({ ...value, format: 1 }));
    }
    const head = { id, createdAt: startedAt, headId: `t${turnCount - 1}`, format: 1 };
    await writeFile(join(root, id, 'conversation.json'), JSON.stringify(head));
  });
}

/** Gives text of about so many characters, its words as unevenly frequent as those of a language. */
function speaker(): (length: number) => string {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const letters = 'eeeeettttaaaooiiinnsshhrrddlluucmfwygpbvk';
  const vocabulary = Array.from({ length: 30_000 }, () =>
    Array.from(
      { length: 2 + Math.floor(random() * 9) },
      () => letters[Math.floor(random() * letters.length)],
    ).join(''),
  );
  return (length) => {
    const words: string[] = [];
    for (let written = 0; written < length;) {
      const word = vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '';
      words.push(word);
      written += word.length + 1;
    }
    return words.join(' ');
  };
}

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { aConversation, load, plain, save } from '../../../../support/store/savedConversations.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

const bytesOf = (value: string) => new TextEncoder().encode(value);

describe('ChatStore', () => {
  it('loses nothing else over a damaged file, and keeps its bytes, however it was damaged', async () => {
    const damages: readonly ((bytes: Uint8Array, at: number) => Uint8Array)[] = [
      (bytes, at) =>
        bytes.with(at % bytes.length, (bytes[at % bytes.length] ?? 0) ^ (1 << (at % 8))),
      (bytes, at) => bytes.slice(0, at % bytes.length),
      () => new Uint8Array(),
      (bytes) => new Uint8Array(bytes.length),
      (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]),
      (bytes) => Uint8Array.from([0xff, 0xfe, ...bytes]),
      () => bytesOf('{"format": 1, "id": 5}'),
      () => bytesOf('[]'),
      () => bytesOf('{"__proto__": {"id": "c1-0"}}'),
      (bytes) => Uint8Array.from([...bytes, ...bytes]),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...damages),
        async (which, at, damage) => {
          const files = createMemoryFiles();
          const [spoilt, other] = [aConversation('c1', 4), aConversation('c2', 2)];
          await save(files, spoilt);
          await save(files, other);
          const paths = [...files.content.keys()].filter((path) => path.startsWith('c1/'));
          const path = paths[which % paths.length] ?? '';
          const bytes = damage(files.content.get(path) ?? new Uint8Array(), at);
          files.content.set(path, bytes);

          const stored = await load(files, 'c1');
          assert.deepEqual(plain((await load(files, 'c2'))?.conversation), plain(other));
          const intact = spoilt.turns.filter(({ id }) => !path.endsWith(`/${id}.json`));
          for (const turn of intact) {
            const loaded = stored?.conversation.turns.find(({ id }) => id === turn.id);
            assert.deepEqual(plain(loaded), plain(turn));
          }
          const kept = [...files.content.values()].some((held) => Buffer.from(held).equals(bytes));
          assert.ok(kept, 'the bytes are kept');
        },
      ),
      { seed, numRuns: quantity({ slice: 100, whole: 5000 }) },
    );
  });
});

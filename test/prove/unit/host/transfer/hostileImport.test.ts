import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { archiveEntry, archiveText } from '../../../../../src/conversation/transfer/archive.ts';
import { readExport } from '../../../../support/transfer/readExport.ts';
import { addConversation, createChatStore } from '../../../../../src/host/store/chatStore.ts';
import { isRecord } from '../../../../../src/shared/guards.ts';
import { aTurn } from '../../../../support/builders.ts';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

/** A sound export of each kind, as JSON. */
const sound: readonly string[] = [
  archiveText([
    JSON.stringify(
      archiveEntry({
        conversation: {
          id: 'c',
          createdAt: 1,
          headId: 'b',
          removedIds: ['a'],
          parameters: { temperature: 1 },
          turns: [
            aTurn('a', { reply: { status: 'completed', usage: { prompt_tokens: 1 } } }),
            aTurn('b', { parentId: 'a', isContinuation: true }),
          ],
        },
        labels: { title: 'Title', tags: ['tag'], pinned: true, workspace: 'here' },
      }),
    ),
  ]),
  JSON.stringify([
    {
      title: 'T',
      create_time: 5,
      current_node: 'a',
      mapping: {
        u: { parent: null, message: { author: { role: 'user' }, content: { parts: ['Hi'] } } },
        a: {
          parent: 'u',
          message: {
            author: { role: 'assistant' },
            content: { parts: ['Hello'], thoughts: [{ summary: 's', content: 'c' }] },
            metadata: { model_slug: 'm', attachments: [{}] },
          },
        },
      },
    },
  ]),
  JSON.stringify([
    {
      title: 'T',
      meta: { tags: ['x'] },
      chat: {
        history: {
          currentId: 'b',
          messages: {
            a: { id: 'a', parentId: null, role: 'user', content: 'Hi', timestamp: 5 },
            b: { id: 'b', parentId: 'a', role: 'assistant', content: 'Hello', files: [{}] },
          },
        },
      },
    },
  ]),
  JSON.stringify({
    conversationId: 'c',
    title: 'T',
    options: { model: 'm' },
    messages: [
      { messageId: 'u', text: 'Hi', isCreatedByUser: true, createdAt: '2024-01-01T00:00:00Z' },
      { messageId: 'a', parentMessageId: 'u', content: [{ type: 'text', text: 'Hello' }] },
    ],
  }),
  JSON.stringify({
    customTitle: 'T',
    requests: [
      { message: { text: 'Hi' }, response: [{ value: 'Hel' }, { kind: 'thinking', value: 'x' }] },
    ],
  }),
];

/** What stands in place of a value, or of a name, somewhere in an export. */
const names = [
  '__proto__',
  'constructor',
  '../../x',
  '..',
  '.',
  '',
  'CON',
  'a/b',
  'a\\b',
  'C',
  'b',
];
const values: readonly unknown[] = [
  ...names,
  '<script>alert(1)</script>',
  '[x](command:workbench.action.quit)',
  '\u0000\u202e',
  'x'.repeat(100_000),
  null,
  true,
  -1,
  0.5,
  1e308,
  [],
  {},
  [[[]]],
  { polluted: true },
  Array.from({ length: 300 }, () => ({ id: 'a' })),
];

/** The export with something in it put in the place of something else, as a program may write it. */
function spoilt(value: unknown, at: number, by: number, isName: boolean): unknown {
  const places: { readonly of: unknown[] | Record<string, unknown>; readonly name: string }[] = [];
  const collect = (of: unknown): void => {
    if (Array.isArray(of) || isRecord(of)) {
      Object.entries(of).forEach(([name, inner]) => {
        places.push({ of: of as Record<string, unknown>, name });
        collect(inner);
      });
    }
  };
  collect(value);
  const place = places[at % places.length];
  if (place !== undefined && isName && !Array.isArray(place.of)) {
    const inner = place.of[place.name];
    delete place.of[place.name];
    // As JSON has it, `__proto__` is a name like any other.
    Object.defineProperty(place.of, names[by % names.length] ?? '', {
      value: inner,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else if (place !== undefined) {
    Reflect.set(place.of, place.name, structuredClone(values[by % values.length]));
  }
  return value;
}

const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), {
  minLength: 1,
  maxLength: 5,
});

describe('an import of whatever claims to be an export', () => {
  it('leaves what is there as it is, makes no path of what is in it, and can be read', async () => {
    let count = 0;
    const newId = () => `new-${(count += 1)}`;
    let cameIn = 0;
    const numRuns = quantity({ slice: 500, whole: 4000 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sound), changes, async (text, all) => {
        const value: unknown = all.reduce<unknown>(
          (before, change) => spoilt(before, ...change),
          JSON.parse(text),
        );
        const files = createMemoryFiles();
        const store = createChatStore(files);
        await addConversation(store, 'mine', {
          conversation: { id: 'mine', createdAt: 1, turns: [aTurn('b')], headId: 'b' },
          labels: { title: 'Mine' },
        });
        const before = new Map(files.content);

        const { conversations } = readExport(value, newId);
        for (const archived of conversations) {
          const id = newId();
          await addConversation(store, id, archived);
          const stored = await store.load(id);
          assert.deepEqual([stored?.setAside, stored?.unreadable], [[], []]);
          assert.equal(stored?.conversation.turns.length, archived.conversation.turns.length);
          assert.deepEqual(
            [stored?.conversation.queued, stored?.conversation.isReadOnly],
            [undefined, undefined],
          );
          cameIn += 1;
        }

        for (const [path, bytes] of before) {
          assert.equal(files.content.get(path), bytes, path);
        }
        for (const path of files.content.keys()) {
          assert.match(path, /^[\w-]{1,64}\/(?:conversation|turns\/[\w-]{1,64})\.json$/);
        }
        assert.equal(Reflect.get({}, 'polluted'), undefined);
      }),
      { seed, numRuns },
    );
    assert.ok(cameIn > numRuns / 4, 'much of it comes in');
  });
});

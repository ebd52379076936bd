import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { transcript } from '../../../../../src/conversation/conversation.ts';
import { foreignFormats } from '../../../../../src/conversation/transfer/readExport.ts';
import { fromForeign } from '../../../../../src/conversation/transfer/fromForeign.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

let count = 0;
const newId = () => `t${(count += 1)}`;

/** The conversations of an export, by the program that knows it. */
function read(value: unknown) {
  for (const { name, read: readAs } of foreignFormats) {
    const conversations = readAs(value);
    if (conversations !== undefined) {
      return conversations.map((foreign) => fromForeign(foreign, name, newId));
    }
  }
  return undefined;
}

/** What a reader sees: message and reply of each turn on the shown path. */
function shown(value: unknown) {
  const [first] = read(value) ?? [];
  assert.ok(first);
  const turns = transcript(first.conversation).map(({ user, reply }) => [user.text, reply.text]);
  return { turns, all: first.conversation.turns.length, ...first };
}

const message = (role: string, text: string, extra = {}) => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  create_time: 1_700_000_000.5,
  ...extra,
});

describe('exports of other programs', () => {
  it('comes to an end over anything, with every parent among the turns before', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const node = fc.record({
      parent: id,
      message: fc.record({
        author: fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'tool') }),
        content: fc.record({ parts: fc.array(fc.oneof(fc.string(), json), { maxLength: 2 }) }),
      }),
    });
    const mapping = fc.dictionary(id, node);
    const text = fc.oneof(fc.string(), fc.constant('<details type="reasoning"></details>'), json);
    const role = fc.constantFrom('user', 'assistant', 'system', 'tool', 5);
    const webUi = fc.dictionary(id, fc.record({ parentId: id, role, content: text, files: json }));
    const librePart = fc.record({ type: fc.constantFrom('text', 'think', 'x'), text, think: text });
    const libre = fc.record({
      messageId: id,
      parentMessageId: id,
      text,
      content: fc.oneof(json, fc.array(librePart, { maxLength: 2 })),
      isCreatedByUser: fc.boolean(),
      children: fc.array(fc.record({ messageId: id, text }), { maxLength: 2 }),
    });
    const part = fc.record({
      kind: fc.constantFrom('thinking', 'inlineReference', 'x'),
      value: text,
      content: json,
      inlineReference: json,
    });
    const hostile = fc.oneof(
      json,
      fc.record({ mapping, current_node: id }),
      fc.record({
        chat: fc.record({ history: fc.record({ messages: webUi, currentId: id }), params: json }),
      }),
      fc.record({ conversationId: id, messages: fc.array(libre), options: json }),
      fc.record({
        requests: fc.array(fc.record({ message: text, response: fc.array(part) })),
        customTitle: json,
      }),
    );
    fc.assert(
      fc.property(hostile, (value) => {
        for (const archived of read(value) ?? []) {
          const seen = new Set<string | undefined>([undefined]);
          for (const turn of archived?.conversation.turns ?? []) {
            assert.ok(seen.has(turn.parentId));
            seen.add(turn.id);
          }
        }
      }),
      { seed, numRuns: quantity({ slice: 200, whole: 10_000 }) },
    );
  });

  it('takes no long time over long chains without text, or with many children', () => {
    const count = quantity({ slice: 10_000, whole: 100_000 });
    const chain = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `n${index}`,
        { parent: `n${index - 1}`, message: null },
      ]),
    );
    assert.deepEqual(read({ mapping: chain }), [undefined]);
    const star = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `n${index}`,
        index === 0
          ? { parent: null, message: message('user', 'x') }
          : { parent: 'n0', message: message('assistant', 'x') },
      ]),
    );
    assert.equal(read({ mapping: star })?.[0]?.conversation.turns.length, count - 1);
  });

  it('takes names that a list can show, and any number of replies to a message', () => {
    const long = 'x'.repeat(1_000_000);
    const slug = { metadata: { model_slug: long } };
    const count = quantity({ slice: 10_000, whole: 150_000 });
    const replies = Array.from({ length: count }, (_, index) => [
      `a${index}`,
      { message: message('assistant', 'So.', index === 0 ? slug : {}), parent: 'u' },
    ]);
    const next = Array.from({ length: count }, (_, index) => [
      `u${index}`,
      { message: message('user', 'And?'), parent: 'a0' },
    ]);
    const mapping = {
      u: { message: message('user', 'Why?'), parent: null },
      ...Object.fromEntries([...replies, ...next]),
    };
    const { all, conversation, labels } = shown([{ title: long, mapping, current_node: 'a0' }]);
    assert.equal(labels.title?.length, 500);
    assert.equal(conversation.turns[0]?.reply.model.length, 500);
    assert.equal(all, 2 * count);
  });
});

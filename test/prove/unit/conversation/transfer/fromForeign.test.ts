import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assertLinear } from '../../../../support/assertLinear.ts';
import { quantity } from '../../../../support/quantity.ts';
import { seed } from '../../../../support/seed.ts';
import { readExport } from '../../../../support/transfer/readExport.ts';

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
        for (const archived of readExport(value).conversations) {
          const seen = new Set<string | undefined>([undefined]);
          for (const turn of archived.conversation.turns) {
            assert.ok(seen.has(turn.parentId));
            seen.add(turn.id);
          }
        }
      }),
      { seed, numRuns: quantity({ slice: 200, whole: 10_000 }) },
    );
  });

  it('takes linear time over long chains without text, and over many children', () => {
    const node = (index: number, parent: number, message: unknown = null) =>
      [`n${index}`, { parent: `n${parent}`, message }] as const;
    const message = (role: string) => ({
      author: { role },
      content: { content_type: 'text', parts: ['x'] },
    });
    assertLinear(quantity({ slice: 500, whole: 12_500 }), (size) => {
      const indexes = Array.from({ length: size }, (_, index) => index);
      const chain = Object.fromEntries(indexes.map((index) => node(index, index - 1)));
      return () => assert.deepEqual(readExport({ mapping: chain }).conversations, []);
    });
    assertLinear(quantity({ slice: 500, whole: 12_500 }), (size) => {
      const replies = Array.from({ length: size }, (_, index) =>
        node(index + 1, 0, message('assistant')),
      );
      const star = Object.fromEntries([node(0, -1, message('user')), ...replies]);
      return () =>
        assert.equal(
          readExport({ mapping: star }).conversations[0]?.conversation.turns.length,
          size,
        );
    });
  });
});

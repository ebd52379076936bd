import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { transcript } from '../../../src/chat/conversation.ts';
import { foreignFormats } from '../../../src/chat/foreignFormats.ts';
import { fromForeign } from '../../../src/chat/fromForeign.ts';

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
  it('reads ChatGPT: the tree of nodes, with branches and nodes without text', () => {
    const mapping = {
      root: { id: 'root', message: null, parent: null, children: ['s'] },
      s: { id: 's', message: message('system', ''), parent: 'root' },
      u1: { id: 'u1', message: message('user', 'Why?'), parent: 's' },
      a1: {
        id: 'a1',
        message: message('assistant', 'So.', { metadata: { model_slug: 'gpt-x' } }),
        parent: 'u1',
      },
      a2: { id: 'a2', message: message('assistant', 'Or so.'), parent: 'u1' },
      tool: { id: 'tool', message: message('tool', 'x'), parent: 'a1' },
      a3: { id: 'a3', message: message('assistant', 'And so.'), parent: 'tool' },
      u2: { id: 'u2', message: message('user', 'And then?'), parent: 'a3' },
      a4: { id: 'a4', message: message('assistant', 'The end.'), parent: 'u2' },
    };
    const { turns, all, conversation, notes } = shown([
      { title: 'A title', create_time: 1_700_000_000, mapping, current_node: 'a4' },
    ]);
    assert.deepEqual(turns, [
      ['Why?', 'So.\n\nAnd so.'],
      ['And then?', 'The end.'],
    ]);
    assert.equal(all, 3);
    assert.deepEqual([notes.title, conversation.createdAt], ['A title', 1_700_000_000_000]);
    const [first] = conversation.turns;
    assert.deepEqual([first?.reply.model, first?.reply.connection], ['gpt-x', 'ChatGPT']);
  });

  it('reads Open WebUI', () => {
    const messages = {
      a: { id: 'a', parentId: null, role: 'user', content: 'Hi', timestamp: 5 },
      b: {
        id: 'b',
        parentId: 'a',
        role: 'assistant',
        content: 'Hello',
        model: 'llama',
        timestamp: 6,
      },
      c: { id: 'c', parentId: 'a', role: 'assistant', content: 'Good day', model: 'qwen' },
    };
    const { turns, all, notes } = shown([
      {
        title: 'T',
        chat: { history: { messages, currentId: 'b' } },
        created_at: 5,
        pinned: true,
        meta: { tags: ['x'] },
      },
    ]);
    assert.deepEqual([turns, all], [[['Hi', 'Hello']], 2]);
    assert.deepEqual([notes.pinned, notes.tags], [true, ['x']]);
  });

  it('reads LibreChat, flat and recursive', () => {
    const user = {
      messageId: 'u',
      parentMessageId: '0',
      text: 'Hi',
      isCreatedByUser: true,
      createdAt: '2024-01-01T00:00:00Z',
    };
    const reply = { messageId: 'a', parentMessageId: 'u', text: 'Hello', isCreatedByUser: false };
    const head = { conversationId: 'c', title: 'T', options: { model: 'm' } };
    for (const messages of [[user, reply], [{ ...user, children: [reply] }]]) {
      const { turns, conversation } = shown({ ...head, messages });
      assert.deepEqual(turns, [['Hi', 'Hello']]);
      assert.equal(conversation.turns[0]?.reply.model, 'm');
    }
  });

  it('reads VS Code', () => {
    const requests = [
      {
        message: { text: 'Hi' },
        response: [{ value: 'Hel' }, { kind: 'progress' }, { value: 'lo' }],
        modelId: 'copilot/x',
        timestamp: 7,
      },
      { message: { text: 'Unanswered' }, response: [] },
      { message: { text: 'More' }, response: [{ value: 'Yes' }] },
    ];
    const { turns, conversation } = shown({ responderUsername: 'Copilot', requests });
    assert.deepEqual(turns, [
      ['Hi', 'Hello'],
      ['Unanswered', ''],
      ['More', 'Yes'],
    ]);
    assert.equal(conversation.turns[0]?.reply.model, 'copilot/x');
  });

  it('knows nothing else', () => {
    for (const value of [null, 5, 'x', [], {}, [{ a: 1 }]]) {
      assert.equal(read(value), undefined);
    }
  });

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
    fc.assert(
      fc.property(fc.oneof(json, fc.record({ mapping, current_node: id })), (value) => {
        for (const archived of read(value) ?? []) {
          const seen = new Set<string | undefined>([undefined]);
          for (const turn of archived?.conversation.turns ?? []) {
            assert.ok(seen.has(turn.parentId));
            seen.add(turn.id);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no long time over long chains without text, or with many children', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [
        `n${index}`,
        { parent: `n${index - 1}`, message: null },
      ]),
    );
    assert.deepEqual(read({ mapping: chain }), [undefined]);
    const star = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [
        `n${index}`,
        index === 0
          ? { parent: null, message: message('user', 'x') }
          : { parent: 'n0', message: message('assistant', 'x') },
      ]),
    );
    assert.equal(read({ mapping: star })?.[0]?.conversation.turns.length, 99_999);
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { pathTo } from '../../../src/chat/conversation.ts';
import { readArchive, writeArchive } from '../../../src/chat/conversationArchive.ts';
import type { Conversation } from '../../../src/shared/conversation.ts';
import { aTurn } from '../../support/builders.ts';

let count = 0;
const newId = () => `new-${(count += 1)}`;
/** As it comes from a file. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const ids = fc.stringMatching(/^[\w-]{1,12}$/);
const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    id: ids,
    createdAt: fc.nat(),
    texts: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
    parents: fc.array(fc.nat({ max: 7 }), { minLength: 8, maxLength: 8 }),
    temperature: fc.constantFrom(undefined, 0, 1.5),
  })
  .map(({ id, createdAt, texts, parents, temperature }) => {
    const turns = texts.map((text, index) =>
      aTurn(`${id}-${index}`, {
        parentId: index === 0 ? undefined : `${id}-${(parents[index] ?? 0) % index}`,
        user: { text, context: [] },
        reply: { status: 'completed', text: text.toUpperCase(), startedAt: index },
      }),
    );
    const headId = turns.at(-1)?.id;
    return {
      id,
      createdAt,
      turns,
      headId,
      parameters: temperature === undefined ? {} : { temperature },
    };
  });

describe('conversationArchive', () => {
  it('gives back what was written, whatever was said', () => {
    fc.assert(
      fc.property(fc.array(conversations), fc.string(), (all, title) => {
        const archived = all.map((conversation) => ({
          conversation,
          notes: { title, pinned: true },
        }));
        const { conversations: read, problems } = readArchive(
          written(writeArchive(archived)),
          newId,
        );
        assert.deepEqual(problems, []);
        assert.deepEqual(written(read), written(archived));
      }),
    );
  });

  it('says what is no archive, and what is of a newer version', () => {
    for (const value of [null, 5, [], {}, { kind: 'parley-conversations' }]) {
      assert.match(readArchive(value, newId).problems.join(), /not an export/);
    }
    const newer = { kind: 'parley-conversations', format: 2, conversations: [] };
    assert.match(readArchive(newer, newId).problems.join(), /newer version/);
  });

  it('takes what can be read and says what cannot', () => {
    const good = { id: 'c', createdAt: 1, headId: 'a', turns: [aTurn('a'), { id: 'b' }, null] };
    const value = {
      kind: 'parley-conversations',
      format: 1,
      conversations: [good, 5, { id: 'x' }],
    };
    const { conversations: read, problems } = readArchive(written(value), newId);
    assert.deepEqual(
      read.map(({ conversation }) => conversation.turns.map(({ id }) => id)),
      [['a']],
    );
    assert.deepEqual(problems, [
      'Conversation 1 has 2 turns that could not be read.',
      'Conversation 2 is none.',
      'Conversation 3 is none.',
    ]);
  });

  it('makes no file name of what is no id, and keeps the tree', () => {
    const turns = [aTurn('../../etc/passwd'), aTurn('b', { parentId: '../../etc/passwd' })];
    const value = writeArchive([
      { conversation: { id: '..\\x', createdAt: 1, turns, headId: 'b' }, notes: {} },
    ]);
    const [read] = readArchive(written(value), newId).conversations;
    assert.ok(read);
    const all = [read.conversation.id, ...read.conversation.turns.map(({ id }) => id)];
    assert.ok(all.every((id) => /^[\w-]+$/.test(id)));
    assert.equal(pathTo(read.conversation, 'b').length, 2);
  });

  it('lets no turn be its own ancestor', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 10, maxLength: 10 }), (parents) => {
        const turns = parents.map((parent, index) =>
          aTurn(`t${index}`, { parentId: `t${parent}` }),
        );
        const value = writeArchive([{ conversation: { id: 'c', createdAt: 1, turns }, notes: {} }]);
        const [read] = readArchive(written(value), newId).conversations;
        assert.ok(read);
        const byId = new Map(read.conversation.turns.map((turn) => [turn.id, turn]));
        for (const turn of read.conversation.turns) {
          let steps = 0;
          for (let at = byId.get(turn.id); at; at = byId.get(at.parentId ?? '')) {
            steps += 1;
            assert.ok(steps <= 10, 'a circle');
          }
        }
        assert.equal(read.conversation.turns.length, 10);
      }),
    );
  });

  it('brings no message that waits to be sent', () => {
    const queued = { text: 'Pay', context: [] };
    const value = writeArchive([
      { conversation: { id: 'c', createdAt: 1, turns: [aTurn('a')], queued }, notes: {} },
    ]);
    const [read] = readArchive(written(value), newId).conversations;
    assert.equal(read?.conversation.queued, undefined);
  });

  it('is not changed by fields that are named like parts of every object', () => {
    const text = `{"kind":"parley-conversations","format":1,"__proto__":{"polluted":1},"conversations":[
      {"id":"c","createdAt":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"turns":[]}]}`;
    readArchive(JSON.parse(text), newId);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { pathTo } from '../../../../src/conversation/conversationState.ts';
import {
  archiveEntry,
  archiveText,
  type ArchivedConversation,
} from '../../../../src/conversation/transfer/archive.ts';
import { addConversation, createChatStore } from '../../../../src/host/store/chatStore.ts';
import type { Conversation } from '../../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';
import { readExport } from '../../../support/transfer/readExport.ts';

let count = 0;
const newId = () => `new-${(count += 1)}`;
/** As it comes from a file. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Without what the store adds. */
const withoutFormat = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'format' ? undefined : inner)),
  );

const writeArchive = (all: readonly ArchivedConversation[]): unknown =>
  JSON.parse(archiveText(all.map((one) => JSON.stringify(archiveEntry(one)))));

const ids = fc.stringMatching(/^x[\w-]{0,11}$/);
const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    id: ids,
    createdAt: fc.nat(),
    texts: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
    parents: fc.array(fc.nat({ max: 7 }), { minLength: 8, maxLength: 8 }),
    temperature: fc.constantFrom(undefined, 0, 1.5),
    systemPrompt: fc.option(fc.string(), { nil: undefined }),
    code: fc.array(fc.string(), { maxLength: 2 }),
    places: fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
    status: fc.constantFrom('completed', 'stopped', 'truncated', 'failed' as const),
  })
  .map(({ id, createdAt, texts, parents, temperature, systemPrompt, code, places, status }) => {
    const turns = texts.map((text, index) =>
      aTurn(`${id}-${index}`, {
        parentId: index === 0 ? undefined : `${id}-${(parents[index] ?? 0) % index}`,
        user: {
          text,
          context: code.map((piece, line) => ({
            path: `src/${piece}.ts`,
            languageId: 'typescript',
            startLine: line,
            endLine: line + 1,
            text: piece,
          })),
        },
        isContinuation: index % 3 === 2,
        reply: {
          status,
          text: text.toUpperCase(),
          reasoning: text,
          startedAt: index,
          endedAt: index + 1,
          usage: { prompt_tokens: index, completion_tokens: 2 },
          finishReason: 'stop',
          requestId: `req-${index}`,
          ...(index % 3 === 0 && {
            reasoningDetails: [{ type: 'reasoning.text', text, index, signature: null }],
          }),
          ...(index % 2 === 0 && { connectionId: `connection-${index}` }),
          ...(status === 'failed' && {
            error: { kind: 'server' as const, message: text, status: 500, detail: text },
          }),
        },
      }),
    );
    // Left branches, removed turns, and a reply that is compared.
    const some = places.flatMap((place) => turns[place]?.id ?? []);
    const headId = turns.at(-1)?.id;
    return {
      id,
      createdAt,
      turns,
      headId,
      leftHeadIds: some,
      removedIds: some.slice(1),
      besideId: some[0],
      systemPrompt,
      target: { connectionId: 'local', model: 'm1' },
      parameters: temperature === undefined ? {} : { temperature },
    };
  });

const labels = fc.record({
  title: fc.option(fc.string(), { nil: undefined }),
  pinned: fc.option(fc.boolean(), { nil: undefined }),
  tags: fc.option(fc.array(fc.string()), { nil: undefined }),
  workspace: fc.option(fc.string(), { nil: undefined }),
});

describe('an entry of an archive', () => {
  it('has no remark that a reply contains a secret, because exports mask it', () => {
    const turn = aTurn('a', { reply: { status: 'completed', holdsSecret: true } });
    const conversation = { id: 'c', createdAt: 1, turns: [turn], headId: 'a' };
    const entry = JSON.stringify(archiveEntry({ conversation, labels: {} }));
    assert.doesNotMatch(entry, /holdsSecret/);
  });
});

describe('conversationArchive', () => {
  it('brings back what was said from one store into another, whatever it was', async () => {
    const noted = fc.array(fc.tuple(conversations, labels), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(noted, async (all) => {
        const [from, to] = [createMemoryFiles(), createMemoryFiles()].map((files) =>
          createChatStore(files),
        );
        assert.ok(from && to);
        const ids = all.map((_, index) => `c${index}`);
        for (const [index, [conversation, noted]] of all.entries()) {
          await addConversation(from, ids[index] ?? '', { conversation, labels: noted });
        }
        const stored = (await Promise.all(ids.map(async (id) => from.load(id)))).map((one) => {
          assert.ok(one);
          return one;
        });
        const { conversations: read, problems } = readExport(writeArchive(stored), newId);
        assert.deepEqual(problems, []);
        for (const archived of read) {
          await addConversation(to, archived.conversation.id, archived);
        }
        const again = await Promise.all(ids.map(async (id) => to.load(id)));
        assert.deepEqual(written(again), written(stored));
        for (const [index, [conversation, noted]] of all.entries()) {
          const one = (written(again) as typeof read)[index];
          assert.ok(one);
          assert.deepEqual(one.labels, written(noted));
          const { id: _id, ...said } = conversation;
          for (const [name, value] of Object.entries(written(said) as object)) {
            assert.deepEqual(withoutFormat(Reflect.get(one.conversation, name)), value, name);
          }
        }
      }),
    );
  });

  it('says what is no archive, and what is of a newer version', () => {
    for (const value of [null, 5, [], {}, { kind: 'parley-conversations' }]) {
      assert.match(readExport(value, newId).problems.join(), /not an export/);
    }
    const newer = { kind: 'parley-conversations', format: 2, conversations: [] };
    assert.match(readExport(newer, newId).problems.join(), /newer version/);
  });

  it('takes what can be read and says what cannot', () => {
    const good = { id: 'c', createdAt: 1, headId: 'a', turns: [aTurn('a'), { id: 'b' }, null] };
    const value = {
      kind: 'parley-conversations',
      format: 1,
      conversations: [good, 5, { id: 'x' }],
    };
    const { conversations: read, problems } = readExport(written(value), newId);
    assert.deepEqual(
      read.map(({ conversation }) => conversation.turns.map(({ id }) => id)),
      [['a']],
    );
    assert.deepEqual(problems, [
      'Unreadable messages in chat 1: 2.',
      'Entry 2 is not a chat.',
      'Entry 3 is not a chat.',
    ]);
  });

  it('makes no file name of what is no id, and keeps the tree', () => {
    const turns = [aTurn('../../etc/passwd'), aTurn('b', { parentId: '../../etc/passwd' })];
    const value = writeArchive([
      { conversation: { id: '..\\x', createdAt: 1, turns, headId: 'b' }, labels: {} },
    ]);
    const [read] = readExport(written(value), newId).conversations;
    assert.ok(read);
    const all = [read.conversation.id, ...read.conversation.turns.map(({ id }) => id)];
    assert.ok(all.every((id) => /^[\w-]+$/.test(id)));
    assert.equal(pathTo(read.conversation, 'b').length, 2);
  });

  it('makes no two files of ids that some file systems take for one, nor one that Windows keeps', () => {
    const turns = ['Ab', 'aB', 'NUL', 'ab'].map((id, index, all) =>
      aTurn(id, { parentId: all[index - 1] }),
    );
    const value = writeArchive([
      { conversation: { id: 'con', createdAt: 1, turns, headId: 'ab' }, labels: {} },
    ]);
    const [read] = readExport(written(value), newId).conversations;
    assert.ok(read);
    const names = read.conversation.turns.map(({ id }) => id.toLowerCase());
    assert.deepEqual([new Set(names).size, names.includes('nul')], [4, false]);
    assert.notEqual(read.conversation.id, 'con');
    assert.equal(pathTo(read.conversation, read.conversation.turns.at(-1)?.id).length, 4);
  });

  it('lets no turn be its own ancestor', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 10, maxLength: 10 }), (parents) => {
        const turns = parents.map((parent, index) =>
          aTurn(`t${index}`, { parentId: `t${parent}` }),
        );
        const value = writeArchive([
          { conversation: { id: 'c', createdAt: 1, turns }, labels: {} },
        ]);
        const [read] = readExport(written(value), newId).conversations;
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
      { conversation: { id: 'c', createdAt: 1, turns: [aTurn('a')], queued }, labels: {} },
    ]);
    const [read] = readExport(written(value), newId).conversations;
    assert.equal(read?.conversation.queued, undefined);
  });

  it('is not changed by fields that are named like parts of every object', () => {
    const text = `{"kind":"parley-conversations","format":1,"__proto__":{"polluted":1},"conversations":[
      {"id":"c","createdAt":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"turns":[]}]}`;
    readExport(JSON.parse(text), newId);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});

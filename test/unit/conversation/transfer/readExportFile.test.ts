import assert from 'node:assert/strict';
import { archiveEntry, archiveText } from '../../../../src/conversation/transfer/archive.ts';
import { readExportFile } from '../../../../src/conversation/transfer/readExportFile.ts';
import { aTurn } from '../../../support/builders.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** An export of ChatGPT has an array of these. */
const foreign = (title: string, text = 'Hi') => ({
  title,
  mapping: {
    u: { message: { author: { role: 'user' }, content: { parts: [text] } } },
    a: { parent: 'u', message: { author: { role: 'assistant' }, content: { parts: ['Hello'] } } },
  },
});

const own = (id: string, text = 'Hi') => {
  const turn = aTurn(`${id}-1`, { user: { text, context: [] }, reply: { status: 'completed' } });
  const conversation = { id, createdAt: 1, turns: [turn], headId: turn.id };
  return JSON.stringify(archiveEntry({ conversation, labels: { title: id } }));
};

/** All that comes of a file, and the most bytes that were parsed at once. */
function read(text: string, limits?: { readonly bytes: number; readonly values: number }) {
  let count = 0;
  let mostBytes = 0;
  const readings = [
    ...readExportFile(bytesOf(text), {
      newId: () => `new-${(count += 1)}`,
      parse(bytes) {
        mostBytes = Math.max(mostBytes, bytes.length);
        return JSON.parse(new TextDecoder().decode(bytes));
      },
      ...(limits && { limits }),
    }),
  ];
  const conversations = readings.flatMap((reading) => reading.conversations);
  return {
    titles: conversations.map(({ labels }) => labels.title),
    problems: readings.flatMap((reading) => reading.problems),
    conversations,
    mostBytes,
  };
}

describe('the file of an export', () => {
  it('is read one conversation at a time, Parley’s own too', () => {
    const titles = Array.from({ length: 50 }, (_, index) => `c${index}`);
    const other = read(
      JSON.stringify(
        titles.map((title) => foreign(title)),
        null,
        1,
      ),
    );
    assert.deepEqual([other.titles, other.problems], [titles, []]);
    const ours = read(archiveText(titles.map((title) => own(title))));
    assert.deepEqual([ours.titles, ours.problems], [titles, []]);
    assert.ok(Math.max(other.mostBytes, ours.mostBytes) < 1000);
    // Written again by another program, in another order.
    const sorted = `{"conversations": [${own('c')}], "format": 1, "kind": "parley-conversations"}`;
    assert.deepEqual(read(sorted).titles, ['c']);
  });

  it('does not end with a conversation that cannot be read', () => {
    const whole = [foreign('first'), foreign('last')].map((one) => JSON.stringify(one));
    const deep = `{"mapping": {"a": ${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    for (const [bad, problem] of [
      ['{"mapping": oops}', /^Chat 2 could not be read\. It is not valid JSON: /],
      ['7', /^Skipped entries that are not chats: 1\.$/],
      ['{"mapping": {}}', /^Skipped chats without messages: 1\.$/],
      [deep, /^Skipped chats without messages: 1\./],
    ] as const) {
      const { titles, problems } = read(`[${whole[0]}, ${bad}, ${whole[1]}]`);
      assert.deepEqual(titles, ['first', 'last'], bad.slice(0, 20));
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', problem);
    }
    const ours = read(
      archiveText([own('first'), '{"id": 1', '{"id": "none"}', own('last')].slice(2)),
    );
    assert.deepEqual([ours.titles, ours.problems], [['last'], ['Entry 1 is not a chat.']]);
    const torn = read(archiveText([own('first'), '{"id": oops}', own('last')]));
    assert.deepEqual(torn.titles, ['first', 'last']);
    assert.match(torn.problems.join(), /^Chat 2 could not be read\. It is not valid JSON/);
  });

  it('says once, with its number, what many conversations lack', () => {
    const picture = { content_type: 'image' };
    const many = Array.from({ length: 3 }, (_, index) => foreign(`c${index}`));
    many.forEach(({ mapping }) => (mapping.a.message.content.parts as unknown[]).push(picture));
    const { problems } = read(JSON.stringify([...many, { mapping: {} }, { mapping: {} }, 1, 2]));
    assert.deepEqual(problems, [
      'Skipped chats without messages: 2.',
      'Skipped entries that are not chats: 2.',
      'Only text and the images in the file are imported. Skipped files, images and tool results: 3.',
    ]);
  });

  it('comes in as far as it goes where it is cut', () => {
    const list = JSON.stringify([foreign('first'), foreign('second')]);
    const archive = archiveText([own('first'), own('second')]);
    for (const text of [list.slice(0, -20), archive.slice(0, -60)]) {
      const { titles, problems } = read(text);
      assert.deepEqual(titles, ['first']);
      assert.match(problems.join(), /^Chat 2 could not be read\. It is not valid JSON/);
    }
  });

  it('never has a value parsed that is too large, or has too many values', () => {
    const limits = { bytes: 2000, values: 100 };
    const long = 'x'.repeat(3000);
    const { titles, problems, mostBytes } = read(
      JSON.stringify([foreign('first'), foreign('long', long), foreign('last')]),
      limits,
    );
    assert.deepEqual(titles, ['first', 'last']);
    assert.match(problems.join(), /^Chat 2 could not be read\. It is too large: 1 MB/);
    assert.ok(mostBytes < limits.bytes);
    const ours = read(archiveText([own('first'), own('long', long), own('last')]), limits);
    assert.deepEqual(ours.titles, ['first', 'last']);

    const many = JSON.stringify({ requests: Array.from({ length: 200 }, () => 1) });
    for (const text of [JSON.stringify(foreign('one', long)), many]) {
      assert.throws(() => read(text, limits), /^Error: It is too large/);
      assert.throws(() => read(`{"conversations": ${text}}`, limits), /^Error: It is too large/);
    }
    // The rest of an archive, too.
    const padded = `{"kind": "parley-conversations", "x": "${long}", "conversations": [${own('c')}]}`;
    assert.throws(() => read(padded, limits), /^Error: It is too large/);
  });

  it('has each image of an export of Parley read when it is looked up, and not counted', () => {
    const image = 'A'.repeat(3000);
    const entry = own('c').replace(/}$/, `,"images":{"a":"${image}","b":7,"__proto__":"x"}}`);
    const limits = { bytes: 1000, values: 100 };
    const { conversations, mostBytes, problems } = read(archiveText([entry]), limits);
    assert.deepEqual(problems, []);
    assert.ok(mostBytes < limits.bytes);
    const { images } = conversations[0] ?? {};
    assert.deepEqual(Object.keys(images ?? {}), ['a', 'b', '__proto__']);
    assert.deepEqual([images?.['a'], images?.['b']], [image, '']);
    // Nothing else in an entry has a chat's limits raised.
    const long = read(archiveText([own('c', image)]), limits);
    assert.match(long.problems.join(), /^Chat 1 could not be read\. It is too large/);
  });

  it('is refused within seconds, in little memory, where it is all small values', () => {
    const refused = { newId: () => '', parse: () => assert.fail('It was parsed.') };
    for (const [length, problem] of [
      [12_000_000, /too large: about \d\d,\d{3},\d{3} values. A chat can have at most 250,000/],
      [60_000_000, /too large: 58 MB. A chat can have at most 12 MB/],
    ] as const) {
      const bytes = new Uint8Array(length).fill(91);
      bytes.set(bytesOf('{"mapping": ['));
      assert.throws(() => [...readExportFile(bytes, refused)], problem);
    }
  });

  it('says that it is no export, or of a newer version', () => {
    for (const text of ['[]', '[1]', '{"a": 1}', '"x"', '{"kind": "other", "conversations": []}']) {
      assert.match(read(text).problems.join(), /^This is not an export/, text);
    }
    const newer = '{"kind": "parley-conversations", "format": 2, "conversations": [{}]}';
    assert.match(read(newer).problems.join(), /^This export was created by a newer version/);
    assert.throws(() => read('{"a": '), /^Error: It is not valid JSON/);
    assert.throws(() => read(''), /^Error: It is not valid JSON/);
  });

  it('gives no more conversations than a person has, and says how many are left', () => {
    const { conversations, problems } = read(
      `[${Array.from({ length: 20_003 }, () => JSON.stringify(foreign('c'))).join(',')}]`,
    );
    assert.equal(conversations.length, 20_000);
    assert.deepEqual(problems, ['Only the first 20,000 chats are imported.']);
  });
});

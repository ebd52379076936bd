import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../../../launch/projectFolders.ts';
import { quantity } from '../../../../support/quantity.ts';

const megabyte = 1024 * 1024;

/** In megabytes. What a file is made to take is as large as this; an import may take no more memory than `most`. */
const size = quantity({ slice: 20, whole: 498 });
const most = 256;

/** As much of the memory is for objects, in megabytes: what is garbage would else be there for long. */
const heap = 128;

/** Pieces of the text of a file, one after the other. */
type Shape = readonly [before: string, piece: string, after: string];

const x = 'x'.repeat(megabyte);

/** An export of ChatGPT has a list of these. */
const chat = (text: string): string =>
  `{"mapping":{"u":{"message":{"author":{"role":"user"},"content":{"parts":["${text}"]}}}}}`;

const listOf = (piece: string): Shape => ['[', `${piece},`, '0]'];

const archive = '{"kind":"parley-conversations","format":1,"conversations":[';

/** Just what is still read of one chat. */
const largest = 'x'.repeat(12 * megabyte - 200);

const numbered = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join();

const shapes: Readonly<Record<string, Shape>> = {
  'one text': ['{"a":"', x, '"}'],
  'one name': ['{"', x, '":1,"conversations":[]}'],
  'escaped quotes': ['{"a":"', String.raw`\"`.repeat(megabyte / 2), '"}'],
  backslashes: ['{"a":"', '\\'.repeat(megabyte), '"}'],
  brackets: ['{"mapping":[', '['.repeat(megabyte), ''],
  'the rest of an archive': [`${archive}],"x":"`, x, '"}'],
  'an image': [`${archive}{"id":"c","createdAt":1,"turns":[],"images":{"a":"`, x, '"}}]}'],
  'the largest chats': listOf(chat(largest)),
  'the largest chats with another character': listOf(chat(`${largest.slice(3)}€`)),
  'many names': listOf(`{"mapping":{${numbered(124_000, (index) => `"${index}_${index}":0`)}}}`),
  'long names': listOf(
    `{"mapping":{${numbered(124_000, (index) => `"${String(index).padStart(120, '0')}":0`)}}}`,
  ),
  'many objects': listOf(`{"mapping":[${numbered(60_000, (index) => `{"k${index}":0}`)}]}`),
};

describe('the memory of an import', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-import-'));
  });
  after(async () => rm(folder, { recursive: true }));

  for (const [name, [before, piece, after]] of Object.entries(shapes)) {
    it(`is bounded for a file of ${name}`, async function () {
      // Ends a run that hangs.
      this.timeout(300_000);
      const path = join(folder, 'import.json');
      const file = createWriteStream(path);
      file.write(before);
      for (let left = size * megabyte; left > 0; left -= piece.length) {
        if (!file.write(piece)) {
          await once(file, 'drain');
        }
      }
      file.end(after);
      await once(file, 'close');
      const node = [`--max-old-space-size=${heap}`, 'test/support/transfer/importFile.ts', path];
      const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: projectFolder });
      const { megabytes, chats, last } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      assert.ok(Number(megabytes) <= most && (chats !== 0 || last !== ''), stdout);
    });
  }
});

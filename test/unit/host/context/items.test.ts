import assert from 'node:assert/strict';
import { cellText } from '../../../../src/host/context/sources/cells.ts';
import type { PickedItem } from '../../../../src/host/context/contextSource.ts';
import { cutItem, cutSize, isLarge, lineCount } from '../../../../src/host/context/largeItems.ts';
import { isTextFile } from '../../../../src/host/context/folder/readFolder.ts';
import { createRenewals } from '../../../../src/host/context/registry/renewals.ts';
import { searchNameOf, searchResults } from '../../../../src/host/context/sources/search.ts';
import { linesOfFragment } from '../../../../src/host/context/sources/files.ts';
import type { ContextItem } from '../../../../src/shared/conversation/conversation.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

function anItem(text: string, more: Partial<ContextItem> = {}): ContextItem {
  return { path: 'a.ts', languageId: 'ts', startLine: 1, endLine: lineCount(text), text, ...more };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a large item', () => {
  it('is cut after whole lines, and says how long it was', () => {
    const text = 'line\n'.repeat(9000);
    const cut = cutItem(anItem(text, { startLine: 11 }));
    assert.equal(cut.text, 'line\n'.repeat(2000));
    assert.deepEqual([cut.startLine, cut.endLine], [11, 2010]);
    assert.deepEqual(cut.cutFrom, { lines: 9000, characters: 45_000 });
    const wide = cutItem(anItem(`${'x'.repeat(999)}\n`.repeat(200)));
    assert.deepEqual([wide.endLine, wide.text.length], [80, 80_000]);
  });

  it('of one line is cut within it, but not within a character', () => {
    const cut = cutItem(anItem(`x${'😀'.repeat(50_000)}`));
    assert.equal(cut.text, `x${'😀'.repeat(39_999)}`);
    assert.deepEqual(cut.cutFrom, { lines: 1, characters: 100_001 });
  });

  it('is one that has more lines or characters, and any other stays as it is', () => {
    const most = anItem('x\n'.repeat(cutSize.lines));
    assert.equal(cutItem(most), most);
    assert.equal(isLarge(anItem('x\n'.repeat(cutSize.lines + 1))), true);
    assert.equal(isLarge(anItem('x'.repeat(cutSize.characters))), false);
    assert.equal(isLarge(anItem('x'.repeat(cutSize.characters + 1))), true);
  });

  it('has the lines that an editor would show, without an empty last one', () => {
    assert.deepEqual(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount), [1, 1, 1, 2, 2]);
  });
});

describe('an item that is attached', () => {
  const message = (...context: readonly ContextItem[]) => ({ text: 'x', context });
  const item = anItem('before');

  it('is read again when it is sent, and sent without its address', async () => {
    const renewals = createRenewals();
    let text = 'before';
    const kept = renewals.keep({ item, renew: async () => anItem(text) }, false);
    assert.match(kept.uri ?? '', /^parley-context:[\w-]{36}$/);
    text = 'after\nall';
    const { message: sent, problems } = await renewals.current(message(kept));
    assert.deepEqual(sent.context, [anItem('after\nall')]);
    assert.deepEqual(problems, []);
    text = 'later';
    assert.equal(sent.context[0]?.text, 'after\nall', 'frozen');
  });

  it('never changes without a way to read it, and the order stays', async () => {
    const renewals = createRenewals();
    const plain = renewals.keep({ item }, false);
    assert.equal(plain, item);
    const other = renewals.keep({ item, renew: async () => anItem('2') }, false);
    const { message: sent } = await renewals.current(message(other, plain));
    assert.deepEqual(
      sent.context.map(({ text }) => text),
      ['2', 'before'],
    );
  });

  for (const [why, renew] of [
    ['is gone', async () => undefined],
    ['cannot be read', async () => Promise.reject(new Error('no'))],
    ['takes too long', async () => new Promise<undefined>(() => {})],
  ] as const) {
    it(`is sent as it was where it ${why}, which is said`, async () => {
      const renewals = createRenewals(10);
      const kept = renewals.keep({ item, renew }, false);
      const { message: sent, problems } = await renewals.current(message(kept));
      assert.deepEqual(sent.context, [item]);
      assert.deepEqual(problems, [
        'a.ts could not be read again. It is sent as it was when you added it.',
      ]);
    });
  }

  it('is not read because a page names it: an address that is not known reads nothing', async () => {
    const renewals = createRenewals();
    const forged = { ...item, uri: 'file:///etc/passwd', path: 'a\u202Eb'.repeat(500) };
    const { message: sent, problems } = await renewals.current(message(forged));
    assert.equal('uri' in (sent.context[0] ?? {}), false);
    assert.equal(sent.context[0]?.text, 'before');
    assert.equal(problems.length, 1);
    assert.equal((problems[0] ?? '').length < 3000 && !problems[0]?.includes('\u202E'), true);
  });

  it('that was cut is cut again, and one that has become too large as well, which is said', async () => {
    const renewals = createRenewals();
    const long = anItem('x\n'.repeat(3000));
    const cut = renewals.keep({ item: long, renew: async () => anItem('y\n'.repeat(5000)) }, true);
    assert.equal(cut.endLine, 2000);
    const grown: PickedItem = { item, renew: async () => anItem('z\n'.repeat(600_000)) };
    const { message: sent, problems } = await renewals.current(
      message(cut, renewals.keep(grown, false)),
    );
    assert.deepEqual(
      sent.context.map(({ cutFrom, endLine }) => [cutFrom?.lines, endLine]),
      [
        [5000, 2000],
        [600_000, 2000],
      ],
    );
    assert.deepEqual(problems, ['a.ts is larger than 1 MB now. Only its first part is sent.']);
  });

  it('is one of the last 500 that can be read again', async () => {
    const renewals = createRenewals();
    const all = Array.from({ length: 501 }, () =>
      renewals.keep({ item, renew: async () => anItem('again') }, false),
    );
    const { message: sent } = await renewals.current(message(...all));
    assert.deepEqual(sent.context.filter(({ text }) => text === 'before').length, 1);
    assert.equal(sent.context[0]?.text, 'before');
  });
});

describe('text', () => {
  it('has no zero bytes, but where it is UTF-16', () => {
    const wide = new Uint8Array(Buffer.from('Western text', 'utf16le'));
    assert.equal(isTextFile(bytes('Grüße')), true);
    assert.equal(isTextFile(new Uint8Array()), true);
    assert.equal(isTextFile(new Uint8Array([0xff, 0xfe, 0x3d, 0xd8, 0, 0])), true);
    assert.equal(isTextFile(new Uint8Array([0xfe, 0xff, 0, 0x41])), true);
    assert.equal(isTextFile(wide), true, 'little endian without a mark');
    assert.equal(isTextFile(new Uint8Array([0, ...wide.slice(0, -1)])), true, 'big endian');
    assert.equal(isTextFile(new Uint8Array([137, 80, 0, 1])), false);
    assert.equal(isTextFile(new Uint8Array(100)), false);
  });
});

describe('the text of a cell', () => {
  const output = (mime: string, text: string) => ({ mime, data: bytes(text) });

  it('is its code, then its output as far as it is text', () => {
    const text = cellText('1 + 1', [
      output('text/html', '<b>2</b>'),
      output('text/plain', '2'),
      output('image/png', 'x'),
      output('application/vnd.code.notebook.stdout', '\u001B[31mred\u001B[0m\n'),
      output(
        'application/vnd.code.notebook.error',
        JSON.stringify({ name: 'E', message: 'm', stack: '' }),
      ),
      output('application/vnd.code.notebook.error', 'no JSON'),
    ]);
    assert.equal(text, '1 + 1\n\nOutput:\n2\nred\nE: m\nno JSON');
    assert.equal(cellText('x', [output('text/plain', ' \n')]), 'x');
  });

  it('is bounded', () => {
    const huge = output('text/plain', 'x'.repeat(3 * 1024 * 1024));
    assert.equal(cellText('', [huge, huge]).length < 2.1 * 1024 * 1024, true);
  });
});

describe('the results of a search', () => {
  const results = '12 results - 2 files\n\nsrc/a.ts:\n  3: foo\n  4  bar\n';

  it('are what is below its head, once there are some', () => {
    assert.equal(searchResults(''), undefined);
    assert.equal(searchResults('# Query: foo\n\n'), undefined);
    assert.equal(
      searchResults(`# Query: foo\n# Flags: CaseSensitive\n\n${results}`),
      results.trim(),
    );
    assert.equal(searchResults('Keine Ergebnisse\n'), '');
  });

  it('are named by what was searched for, else by their first line', () => {
    assert.equal(searchNameOf(`# Query: foo\n\n${results}`), 'foo');
    assert.equal(searchNameOf(results), '12 results - 2 files');
    assert.equal(searchNameOf('#'), '');
  });

  it('are read in linear time', () => {
    assertLinear(5000, (size) => {
      const text = `${' '.repeat(20)}1`.repeat(size);
      return () => searchResults(text);
    });
  });
});

describe('the lines in an address', () => {
  it('are those of a range, not of a place', () => {
    assert.deepEqual(linesOfFragment('12,3-40,5'), { start: 11, end: 39 });
    assert.deepEqual(linesOfFragment('L12-L40'), { start: 11, end: 39 });
    assert.deepEqual(linesOfFragment('12,3-12,9'), { start: 11, end: 11 });
    for (const fragment of [
      '',
      'L12',
      '12,3',
      '12,3-12,3',
      '40-12',
      '0-5',
      'top',
      '1-99999999999',
    ]) {
      assert.equal(linesOfFragment(fragment), undefined, fragment);
    }
  });
});

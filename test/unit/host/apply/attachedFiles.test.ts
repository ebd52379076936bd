import assert from 'node:assert/strict';
import { attachedFiles, seenText, soleFile } from '../../../../src/host/apply/attachedFiles.ts';
import type { ContextItem, Turn } from '../../../../src/shared/conversation/conversation.ts';

const item = (path: string, text = path, others: Partial<ContextItem> = {}): ContextItem => ({
  path,
  text,
  languageId: 'plaintext',
  startLine: 1,
  endLine: text.split('\n').length,
  ...others,
});

const turn = (...context: readonly ContextItem[]): Turn => ({
  id: 't',
  user: { text: '', context },
  reply: {
    status: 'completed',
    connection: 'c',
    model: 'm',
    text: '',
    reasoning: '',
    startedAt: 0,
  },
});

describe('attachedFiles', () => {
  it('gives the last state of each file, and nothing that is no file', () => {
    const files = attachedFiles([
      turn(item('a.ts', 'old'), item('pasted text')),
      turn(item('b.ts'), item('a.ts', 'new'), item('problems', 'x', { kind: 'problems' })),
    ]);
    assert.deepEqual(
      files.map(({ path, text }) => [path, text]),
      [
        ['a.ts', 'new'],
        ['b.ts', 'b.ts'],
      ],
    );
  });

  it('knows the only file: of the message, or else of all messages', () => {
    assert.equal(soleFile([turn(item('a.ts')), turn(item('b.ts'))])?.path, 'b.ts');
    assert.equal(soleFile([turn(item('a.ts')), turn()])?.path, 'a.ts');
    assert.equal(soleFile([turn(item('a.ts'), item('b.ts')), turn()]), undefined);
    assert.equal(soleFile([turn(item('a.ts', '1'), item('a.ts', '2'))])?.path, 'a.ts');
    assert.equal(soleFile([turn()]), undefined);
  });

  it('knows the only file in the language of the code', () => {
    const python = item('a.py', '', { languageId: 'python' });
    const sql = item('b.sql', '', { languageId: 'sql' });
    const both = [turn(python, sql)];
    assert.equal(soleFile(both, 'python')?.path, 'a.py');
    assert.equal(soleFile(both, 'go'), undefined);
    assert.equal(soleFile(both), undefined);
    assert.equal(soleFile([turn(python, sql, { ...python, path: 'c.py' })], 'python'), undefined);
    assert.equal(soleFile([turn(python)], 'sql')?.path, 'a.py');
  });
});

describe('seenText', () => {
  const text = 'a\nb\nc\nd\n';
  it('is the whole file, if that is what was attached', () => {
    assert.deepEqual(seenText(item('f', text), text), { seen: text });
    assert.deepEqual(seenText(item('f', 'a\nb\nX\n'), text), { seen: 'a\nb\nX\n' });
    assert.deepEqual(seenText(item('f', 'a\nX\n'), 'a\r\nb\r\n'), { seen: 'a\r\nX\r\n' });
    assert.deepEqual(seenText(item('f', 'a\nb\n'), 'a\r\nb\r\n'), { seen: 'a\r\nb\r\n' });
  });

  it('is the lines of a part that is in the file once', () => {
    const part = item('f', 'b\nc', { startLine: 2, endLine: 3 });
    assert.deepEqual(seenText(part, text), { within: { from: 1, to: 3 } });
    assert.deepEqual(seenText(part, `0\n${text}`), { within: { from: 2, to: 4 } });
    assert.deepEqual(seenText(item('f', 'b\nc\n', { startLine: 2 }), text), {
      within: { from: 1, to: 3 },
    });
  });

  it('is not known of a part that is gone or there twice, and of another file', () => {
    const part = item('f', 'b\nc', { startLine: 2, endLine: 3 });
    assert.deepEqual(seenText(part, 'x\ny\n'), {});
    assert.deepEqual(seenText(part, text + text), {});
    assert.deepEqual(seenText(undefined, text), {});
  });
});

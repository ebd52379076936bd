import assert from 'node:assert/strict';
import { leftOutLine } from '../../../src/apply/code/fit/restateLines.ts';

const old = ['a();', 'b();', 'c();', 'd();'];

/** The line of a replacement that stands for some of the old ones. */
function found(own: readonly string[], file = old, language = 'javascript'): string | undefined {
  return leftOutLine(own, old, file, language);
}

describe('leftOutLine', () => {
  it('is a mark, whatever it stands for', () => {
    for (const mark of ['// ...', '/* … */', '...', '// ... existing code ...']) {
      assert.equal(found(['a();', mark, 'd();']), mark);
      assert.equal(found([...old, mark]), mark);
    }
  });

  it('is a comment where code is gone, however much comes', () => {
    for (const remark of ['// as before', '// qwertz', '/* wie gehabt */']) {
      assert.equal(found(['a();', remark, 'd();']), remark);
      assert.equal(found(['a();', remark, 'x();', 'd();']), remark);
      assert.equal(found(['a();', remark, 'x();', 'y();', 'z();', 'd();']), remark);
      assert.equal(found(['a();', remark, 'b();', 'c();', 'd();']), undefined);
    }
  });

  it('is no line that the file has', () => {
    for (const line of ['// ...', '// as before']) {
      assert.equal(found(['a();', line, 'd();'], [...old, line]), undefined);
    }
  });

  it('is none where only code is gone', () => {
    assert.equal(found(['a();', 'd();']), undefined);
    assert.equal(found([]), undefined);
  });

  it('is none where a line is changed, also if what it calls is within braces', () => {
    const line = 'wanted.reject { |name| @items.key?(name) }';
    const now = 'wanted.reject { |name| @items[name].to_i > 0 }';
    assert.equal(leftOutLine(['# counted', now], [line], [line], 'ruby'), undefined);
  });

  it('is no title of Markdown', () => {
    assert.equal(found(['a();', '# Title', 'd();'], old, 'markdown'), undefined);
    assert.equal(found(['a();', '# as before', 'd();'], old, 'python'), '# as before');
  });
});

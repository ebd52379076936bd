import assert from 'node:assert/strict';
import { markdownHtml } from '../../../src/markdown/markdownHtml.ts';
import { assertLinear } from '../../support/assertLinear.ts';

describe('markdownHtml', () => {
  it('makes no link of an image inside a link, and one of the next', () => {
    const links = markdownHtml(
      '[**a** ![b](https://b.test) c](https://a.test) ![d](https://d.test)',
    )
      .matchAll(/<a [^>]*href="(?<href>[^"]*)"|<\/a>/g)
      .map(({ groups }) => groups?.['href'] ?? 'end');
    assert.deepEqual([...links], ['https://a.test/', 'end', 'https://d.test/', 'end']);
  });

  it('takes time that grows with the text only, however deep it is nested', () => {
    assertLinear(4000, (count) => {
      const source = '~~a '.repeat(count) + 'b~~ '.repeat(count);
      return () => markdownHtml(source);
    });
  });
});

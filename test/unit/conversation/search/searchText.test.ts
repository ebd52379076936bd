import assert from 'node:assert/strict';
import { placeOf, snippetOf } from '../../../../src/conversation/search/searchText.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

describe('snippet', () => {
  it('shows what was found on one line, with what is around it', () => {
    const text = `${'before '.repeat(20)}\n\nthe Needle is here\n${'after '.repeat(40)}`;
    const snippet = snippetOf(text, 'needle') ?? '';
    assert.match(snippet, /^… before .*the Needle is here after .* …$/);
    assert.ok(snippet.length < 190, snippet);
  });

  it('begins and ends where the text does', () => {
    assert.equal(snippetOf('A needle', 'needle'), 'A needle');
    assert.equal(snippetOf('Needle', 'needle'), 'Needle');
    assert.equal(snippetOf('hay', 'needle'), undefined);
  });

  it('finds in a text without spaces, halves no character, and keeps up where letters grow', () => {
    assert.match(snippetOf('x'.repeat(500) + 'needle' + 'y'.repeat(500), 'needle') ?? '', /needle/);
    assert.doesNotMatch(snippetOf('😀'.repeat(100) + 'needle', 'needle') ?? '', /\p{Cs}/u);
    assert.match(snippetOf('İ'.repeat(50) + ' needle', 'needle') ?? '', /needle/);
  });
});

describe('the place of a word', () => {
  it('is that of a whole word if it is short, and any if it is longer', () => {
    assert.equal(placeOf('going to go.', 'go'), 9);
    assert.equal(placeOf('algol', 'go'), -1);
    assert.equal(placeOf('algol', 'gol'), 2);
    assert.equal(placeOf('vc# c#', 'c#'), 4);
    assert.equal(placeOf('r', 'r'), 0);
    assert.equal(placeOf('今天空气', '天'), 1);
  });

  it('is the one that is shown', () => {
    assert.equal(
      snippetOf(`An algorithm ${'and more '.repeat(20)}in Go`, 'go'),
      '… more and more in Go',
    );
    assert.equal(snippetOf('An algorithm', 'go'), undefined);
  });

  it('is found in time that grows with the text only', () => {
    assertLinear(2000, (size) => {
      const text = 'algo '.repeat(size);
      return () => placeOf(text, 'go');
    });
  });
});

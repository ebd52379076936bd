import assert from 'node:assert/strict';
import { snippetOf } from '../../../../src/conversation/search/searchText.ts';

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

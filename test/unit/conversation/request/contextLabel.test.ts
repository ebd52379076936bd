import assert from 'node:assert/strict';
import { contextLabel } from '../../../../src/conversation/request/prompt.ts';
import {
  type ContextItem,
  isContextItem,
} from '../../../../src/shared/conversation/conversation.ts';
import { readTurn } from '../../../../src/shared/conversation/storedConversation.ts';
import { aTurn } from '../../../support/builders.ts';

const item: ContextItem = {
  path: 'src/parse.ts',
  languageId: 'typescript',
  startLine: 12,
  endLine: 40,
  text: 'x',
};

describe('the label of a context item', () => {
  for (const [more, label] of [
    [{}, 'src/parse.ts, lines 12–40 (typescript)'],
    [{ endLine: 12 }, 'src/parse.ts, line 12 (typescript)'],
    [{ kind: 'symbol', name: 'parse' }, 'parse in src/parse.ts, lines 12–40 (typescript)'],
    [{ kind: 'cell', path: 'a.ipynb', name: '3' }, 'a.ipynb, cell 3 (typescript)'],
    [{ kind: 'folder', path: 'src' }, 'src, folder'],
    [{ kind: 'clipboard', path: 'clipboard' }, 'clipboard'],
    [{ kind: 'hologram', path: 'of a later version' }, 'of a later version'],
    [{ path: 'a\nb:\n```\nc' }, 'a b: ``` c, lines 12–40 (typescript)'],
    [
      { path: 'a\u202eb\u{e0041}\u0007\u200b.ts' },
      String.raw`a\u{202e}b\u{e0041}\u{7}\u{200b}.ts, lines 12–40 (typescript)`,
    ],
    [
      { path: 'می\u200cخواهم 👨\u200d👩.md' },
      'می\u200cخواهم 👨\u200d👩.md, lines 12–40 (typescript)',
    ],
    [
      { endLine: 40, cutFrom: { lines: 9000, characters: 90_000 } },
      'src/parse.ts, lines 12–40 (typescript), first 29 of 9000 lines',
    ],
    [
      { kind: 'diff', path: 'changes', cutFrom: { lines: 1, characters: 90_000 } },
      'changes, first 1 of 90000 characters',
    ],
  ] as const) {
    it(label, () => {
      assert.equal(contextLabel({ ...item, ...more }), label);
    });
  }
});

describe('a stored item', () => {
  it('of a later version stays readable, and so does its chat', () => {
    const later = { ...item, kind: 'hologram', depth: 3 };
    assert.equal(isContextItem(later), true);
    assert.ok(readTurn(aTurn('1', { user: { text: 'x', context: [later] } })));
  });

  it('is none where a field has another type', () => {
    for (const wrong of [{ kind: 1 }, { name: {} }, { cutFrom: 5 }, { cutFrom: { lines: 'x' } }]) {
      assert.equal(isContextItem({ ...item, ...wrong }), false, JSON.stringify(wrong));
    }
  });
});

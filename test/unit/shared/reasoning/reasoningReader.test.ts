import assert from 'node:assert/strict';
import { ReasoningReader, withPiece } from '../../../../src/shared/reasoning/reasoningReader.ts';
import type { ReplyPiece } from '../../../../src/shared/service/chatCompletion.ts';
import { readPieces, type Said } from '../../../support/service/readPieces.ts';

describe('reasoning in the text', () => {
  it('is given out while it streams', () => {
    const reader = new ReasoningReader();
    const pieces: ReplyPiece[] = [];
    reader.read('<think>', pieces);
    reader.read('One', pieces);
    assert.deepEqual(pieces.splice(0), [{ kind: 'reasoning', text: 'One' }]);
    reader.read(' two', pieces);
    assert.deepEqual(pieces.splice(0), [{ kind: 'reasoning', text: ' two' }]);
    reader.read('</think>Yes', pieces);
    assert.deepEqual(pieces.splice(0), [{ kind: 'text', text: 'Yes' }]);
  });

  it('becomes reasoning at its end where the template has opened it', () => {
    const { pieces } = readPieces(['Okay.', '\n', '</think>', '\n\nYes']);
    assert.deepEqual(pieces, [
      { kind: 'text', text: 'Okay.' },
      { kind: 'text', text: '\n' },
      { kind: 'textWasReasoning', length: 6 },
      { kind: 'text', text: 'Yes' },
    ]);
  });
});

describe('reasoning in a field and in the text', () => {
  function mirrored(parts: readonly (readonly [string, string])[]): Said {
    const reader = new ReasoningReader();
    const pieces: ReplyPiece[] = [];
    for (const [field, text] of parts) {
      if (field !== '') {
        reader.noteField(field);
        pieces.push({ kind: 'reasoning', text: field });
      }
      reader.read(text, pieces);
    }
    reader.end(pieces);
    return pieces.reduce<Said>(withPiece, { text: '', reasoning: '' });
  }

  it('is shown once where the text repeats the field', () => {
    const parts = [
      ['', '<think>\n'],
      ['The user', 'The user'],
      [' greets', ' gre'],
      [' me.', 'ets me.\n</think>\n\nHi'],
      ['', '!'],
    ] as const;
    assert.deepEqual(mirrored(parts), { text: 'Hi!', reasoning: 'The user greets me.' });
  });

  it('is shown as both where they differ', () => {
    const parts = [
      ['One.', ''],
      ['', '<think>Two.</think>Hi'],
    ] as const;
    assert.deepEqual(mirrored(parts), { text: 'Hi', reasoning: 'One.\n\nTwo.' });
  });

  it('leaves out a closing mark before any text', () => {
    for (const mark of ['</think>', '</reasoning>', '</mm:think>', '[/THINK]', '<channel|>']) {
      const parts = [
        ['plan', ''],
        ['', `\n${mark.slice(0, 3)}`],
        ['', `${mark.slice(3)}\n\nHello`],
      ] as const;
      assert.deepEqual(mirrored(parts), { text: 'Hello', reasoning: 'plan' }, mark);
    }
  });

  it('leaves out the marks of the answer', () => {
    for (const content of ['<answer>\nHello</answer>', 'Hello</answer>\n', 'Hello<|end_of_box|>']) {
      assert.deepEqual(mirrored([['plan', content]]), { text: 'Hello', reasoning: 'plan' });
    }
  });

  it('leaves a closing tag in the text: no template has opened it', () => {
    const text = 'It is written like this:\n\n</think>\n\nYes.';
    assert.deepEqual(mirrored([['One.', text]]), { text, reasoning: 'One.' });
  });
});

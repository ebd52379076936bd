import assert from 'node:assert/strict';
import {
  ReasoningReader,
  splitReasoning,
  withPiece,
} from '../../../../../src/shared/reasoning/reasoningReader.ts';
import type { ReplyPiece } from '../../../../../src/shared/service/chatCompletion.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';
import { random } from '../../../../support/random.ts';
import { plainReplies, taggedReplies } from '../../../../support/service/reasoningReplies.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';
import { readPieces, type Said } from '../../../../support/service/readPieces.ts';

function said(parts: readonly string[]): Said {
  const { text, reasoning } = readPieces(parts);
  return { text, reasoning };
}

function randomParts(text: string, next: () => number): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + 1 + Math.floor(next() ** 3 * 12);
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

/** Reads a reply cut at every place, in single characters and in random ways. */
function assertSaid(raw: string, expected: Said): void {
  assert.deepEqual(said([raw]), expected, 'whole');
  assert.deepEqual(splitReasoning(raw), expected, 'at once');
  for (let cut = 0; cut <= raw.length; cut += 1) {
    assert.deepEqual(said([raw.slice(0, cut), raw.slice(cut)]), expected, `cut at ${cut}`);
  }
  assert.deepEqual(said(raw.split('')), expected, 'in single characters');
  const next = random(seed);
  const ways = quantity({ slice: 10, whole: 500 });
  for (let count = 0; count < ways; count += 1) {
    const parts = randomParts(raw, next);
    assert.deepEqual(said(parts), expected, `seed ${seed}: ${JSON.stringify(parts)}`);
  }
}

describe('reasoning in the text', () => {
  for (const { name, raw, reasoning, text } of taggedReplies) {
    it(`is told from the answer, however it is split: ${name}`, () => {
      assertSaid(raw, { text, reasoning });
    });
  }

  for (const raw of plainReplies) {
    it(`is none in ${JSON.stringify(raw).slice(0, 60)}`, () => {
      assertSaid(raw, { text: raw, reasoning: '' });
    });
  }

  it('keeps back no more than what may still become a tag', () => {
    const next = random(seed);
    const alphabet = [
      '<',
      '|',
      'channel',
      'think',
      '>',
      '/',
      ' ',
      '\n',
      'Here is my',
      '[THINK',
      'x',
    ];
    const rounds = quantity({ slice: 30, whole: 3000 });
    for (let count = 0; count < rounds; count += 1) {
      const reader = new ReasoningReader();
      const pieces: ReplyPiece[] = [];
      let length = 1;
      reader.read('x', pieces);
      for (let part = 0; part < 60; part += 1) {
        const text = alphabet[Math.floor(next() * alphabet.length)] ?? '';
        length += text.length;
        reader.read(text, pieces);
        const given = pieces.reduce<Said>(withPiece, { text: '', reasoning: '' });
        const kept = length - given.text.length - given.reasoning.length;
        // What is left out are tags that counted, and line breaks after them.
        if (!pieces.some(({ kind }) => kind !== 'text')) {
          assert.ok(kept <= 60, `seed ${seed}: ${kept} characters are kept back`);
        }
      }
    }
  });

  it('gives out everything that is not a tag, whatever comes', () => {
    const next = random(seed);
    const plain = ['`', '```\n', '\n', '\n\n', ' ', '“', '”', ':', 'word', 'word', '.'];
    const tags = ['<think>', '</think>', '<mm:think>', '<answer>', '</answer>', '<s>', '</s>'];
    const tokens = ['<|think|>', '<|end|>', '<|im_end|>', '<|begin_of_box|>', '<|end_of_box|>'];
    const headers = [
      '<|channel|>analysis<|message|>',
      '<|start|>assistant<|channel|>final<|message|>',
    ];
    const rest = ['<|start|>assistant', '<|channel', '</|think|>', '<//think>', 'assistantfinal'];
    const words = [...plain, ...tags, ...tokens, ...headers, ...rest];
    const rounds = quantity({ slice: 300, whole: 20_000 });
    for (let round = 0; round < rounds; round += 1) {
      const parts = Array.from(
        { length: 20 },
        () => words[Math.floor(next() * words.length)] ?? '',
      );
      if (round % 4 === 0) {
        parts.unshift('analysisThe');
      }
      const whole = said([parts.join('')]);
      assert.deepEqual(said(parts), whole, `seed ${seed}: ${JSON.stringify(parts)}`);
      const characters = parts.join('').split('');
      assert.deepEqual(said(characters), whole, `seed ${seed}: ${JSON.stringify(parts)}`);
      const count = (text: string): number => text.split(/word|\./).length;
      const both = count(whole.text) + count(whole.reasoning) - 1;
      assert.equal(both, count(parts.join('')), `seed ${seed}: ${JSON.stringify(parts)}`);
    }
  });
});

describe('the time to find reasoning', () => {
  it('is linear where text turns out to be reasoning again and again', () => {
    assertLinear(quantity({ slice: 500, whole: 4000 }), (size) => {
      const text = `<think>a</think>\n${'word '.repeat(size)}\n\n`;
      const whole = text + '<think>a</think>\nb\n</think>\n\n'.repeat(size);
      return () => splitReasoning(whole);
    });
  });

  const units = [
    '<',
    '</think',
    '<think',
    '<think>',
    '</think>',
    '</think>\n',
    'x</think>y ',
    '<think>\n\n',
    '<|channel|>',
    '<|start|>assistant',
    '<|end|>',
    'x<|im_end|>',
    '<|begin_of_box|>x',
    '<|channel|>final <|constrain|>json',
    '<answer>\n',
    '<a:',
    '[THIN',
    '◁',
    'Here is my ',
    '`</think>` ',
    '```\n</think>\n',
    '<//|',
    'assistantfinal ',
    ' ',
    '\n',
  ];
  for (const unit of units) {
    it(`is linear in up to a megabyte of ${JSON.stringify(unit)}`, () => {
      const text = (size: number): string => unit.repeat(Math.ceil(size / unit.length));
      for (const start of ['', '<think>', '<think>a</think>b\n\n', 'analysisWe']) {
        assertLinear(quantity({ slice: 8192, whole: 131_072 }), (size) => {
          const whole = start + text(size);
          return () => splitReasoning(whole);
        });
        assertLinear(quantity({ slice: 1024, whole: 8192 }), (size) => {
          const parts = (start + text(size)).split('');
          return () => {
            const reader = new ReasoningReader();
            const pieces: ReplyPiece[] = [];
            parts.forEach((part) => reader.read(part, pieces));
            reader.end(pieces);
          };
        });
      }
    });
  }

  it('is linear where a field and the text repeat each other in pieces', () => {
    assertLinear(quantity({ slice: 2048, whole: 16_384 }), (size) => () => {
      const reader = new ReasoningReader();
      const pieces: ReplyPiece[] = [];
      reader.noteField('ab'.repeat(size));
      reader.read('<think>', pieces);
      for (let at = 0; at < size; at += 1) {
        reader.noteField('ab');
        reader.read('ab', pieces);
      }
      assert.deepEqual(pieces, []);
    });
  });
});

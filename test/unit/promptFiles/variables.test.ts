import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  maxVariables,
  fillIn,
  isVariable,
  variablesIn,
} from '../../../src/promptFiles/variables.ts';

const found = (text: string) => variablesIn(text).map(({ start, end }) => text.slice(start, end));

describe('the variables of a prompt', () => {
  it('are found where they are', () => {
    const text = 'a ${file} ${input:name:the place: here} ${input:other}\n${fileBasename}';
    assert.deepEqual(
      variablesIn(text).map(({ name, input, placeholder }) => [name, input, placeholder]),
      [
        ['file', undefined, undefined],
        ['input', 'name', 'the place: here'],
        ['input', 'other', undefined],
        ['fileBasename', undefined, undefined],
      ],
    );
  });

  it('are told from what only looks like them', () => {
    const others = [
      '$file',
      '{file}',
      '${}',
      '${file',
      '${ file }',
      '${a.b}',
      '${a\nb}',
      '\\u{24}{file}',
    ];
    assert.deepEqual(found(others.join(' ')), []);
    assert.deepEqual(found('${${file}}'), ['${file}']);
  });

  it('that have no value are kept as they are written', () => {
    const text = '${env:HOME} ${selection:x} ${config:a.b:c} ${input} ${input:} ${input: :x}';
    assert.deepEqual(
      variablesIn(text).map(({ name, input }) => [name, input]),
      [
        ['env:HOME', undefined],
        ['selection:x', undefined],
        ['config:a.b:c', undefined],
        ['input', undefined],
        ['input:', undefined],
        ['input: :x', undefined],
      ],
    );
  });

  it('are replaced in one pass, so that a value is never read again', () => {
    const values: Readonly<Record<string, string>> = {
      file: '${selection} $& $1 ${input:x}',
      selection: '${file}',
    };
    const text = '${file}|${selection}|${unknown}';
    assert.equal(
      fillIn(text, variablesIn(text), ({ name }) => values[name]),
      '${selection} $& $1 ${input:x}|${file}|${unknown}',
    );
  });

  it('leave all other text as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('$', '{', '}', 'file', ':', 'input', '\n', '`', '~', ' '), {
          maxLength: 60,
        }),
        (parts) => {
          const text = parts.join('');
          assert.equal(
            fillIn(text, variablesIn(text), () => undefined),
            text,
          );
        },
      ),
    );
  });

  it('are not more than a limit, and inherited names are none', () => {
    assert.equal(variablesIn('${file}'.repeat(maxVariables + 10)).length, maxVariables);
    assert.equal(isVariable('constructor'), false);
    assert.equal(isVariable('file'), true);
  });

  it('in fenced code are marked', () => {
    const text = '${a}\n~~~\n${b}\n```\n${c}\n~~~\n${d}\n```\n${e}';
    assert.deepEqual(
      variablesIn(text).map(({ name, isInCode }) => [name, isInCode]),
      [
        ['a', false],
        ['b', true],
        ['c', true],
        ['d', false],
        ['e', true],
      ],
    );
  });
});

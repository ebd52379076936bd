import assert from 'node:assert/strict';
import { fileReferencesIn } from '../../../src/promptFiles/fileReferences.ts';
import { readPromptFile } from '../../../src/promptFiles/promptFile.ts';
import { assertLinear } from '../../support/assertLinear.ts';

describe('references to files in a prompt file', () => {
  it('are those that VS Code follows, outside of code', () => {
    const text = [
      'Follow [the rules](../rules.md), #file:../src/a.ts and [this](<my file.md>).',
      'Not [that](https://a.test/b.md), [mail](mailto:a@b.test), [above](#top), a#file:b, [x](${file}).',
      '```',
      '[code](code.md) #file:code.ts',
      '```',
      '![picture](docs/picture.png)',
    ].join('\n');
    assert.deepEqual(
      fileReferencesIn(text).map(({ start, end, path }) => [text.slice(start, end), path]),
      [
        ['[the rules](../rules.md)', '../rules.md'],
        ['#file:../src/a.ts', '#file:../src/a.ts'],
        ['[this](<my file.md>)', 'my file.md'],
        ['[picture](docs/picture.png)', 'docs/picture.png'],
      ],
    );
  });

  it('are said to be text in the editor', () => {
    const text = '---\nname: a\n---\nSee [b](b.md).';
    const [problem, ...others] = readPromptFile(text).problems;
    assert.deepEqual(others, []);
    assert.equal(problem?.message, 'Parley sends “b.md” as text and does not attach the file.');
    assert.equal(text.slice(problem?.start, problem?.end), '[b](b.md)');
  });

  for (const unit of ['#file:a ', '[a](b) ', '[', '[a](', '#file:', '```\n[a](b)\n']) {
    it(`take time that grows with the text only: ${JSON.stringify(unit)}`, () => {
      assertLinear(2000, (count) => {
        const text = unit.repeat(count);
        return () => fileReferencesIn(text);
      });
    });
  }
});

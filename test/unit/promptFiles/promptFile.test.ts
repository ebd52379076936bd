import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { newPromptFile, promptName } from '../../../src/promptFiles/promptName.ts';
import { maxPromptText, readPromptFile } from '../../../src/promptFiles/promptFile.ts';
import { maxFrontMatter, maxIndicators } from '../../../src/promptFiles/frontMatter.ts';
import { assertLinear } from '../../support/assertLinear.ts';

/** What the problems are about. */
function marked(text: string): readonly (readonly [string, string])[] {
  return readPromptFile(text).problems.map(({ severity, start, end }) => [
    severity,
    text.slice(start, end),
  ]);
}

describe('a prompt file', () => {
  it('gives name, description, models, parameters and body', () => {
    const text = [
      '---',
      'name: review',
      'description: "Reviews: the code"',
      'model: [small-1, "Large Two"]',
      'parameters:',
      '  temperature: 0.2',
      '  stop: [END]',
      '  response_format: { type: json_object }',
      '---',
      '',
      'Review ${selection}.',
      '',
    ].join('\n');
    const { variables, ...read } = readPromptFile(text);
    assert.deepEqual(read, {
      name: 'review',
      description: 'Reviews: the code',
      models: ['small-1', 'Large Two'],
      parameters: { temperature: 0.2, stop: ['END'], response_format: { type: 'json_object' } },
      body: '\nReview ${selection}.\n',
      problems: [],
    });
    assert.deepEqual(
      variables.map(({ name }) => name),
      ['selection'],
    );
    assert.deepEqual(
      readPromptFile(text.replaceAll('\n', '\r\n')).parameters,
      read.parameters,
      'With line ends of Windows.',
    );
  });

  it('needs no front matter', () => {
    for (const text of [
      '',
      'Say hello.',
      '\n---\nname: x\n---\n',
      '--- \nhello',
      '----\nx\n---\n',
    ]) {
      const { body, models, name } = readPromptFile(text);
      assert.deepEqual([body, models, name], [text, [], undefined]);
    }
  });

  it('may have the fields of other chats, of which some are ignored', () => {
    const text = '---\nagent: ask\ntools: [search]\nargument-hint: x\nmode: edit\n---\nHi';
    assert.deepEqual(marked(text), [
      ['hint', 'agent'],
      ['hint', 'tools'],
      ['hint', 'argument-hint'],
      ['hint', 'mode'],
    ]);
    assert.equal(readPromptFile(text).body, 'Hi');
  });

  const wrong: Readonly<Record<string, readonly [string, ...(readonly [string, string])[]]>> = {
    'a field that nobody knows': ['---\nnmae: x\n---\n', ['warning', 'nmae']],
    'a name that is no text': ['---\nname: [x]\n---\n', ['error', '[x]']],
    'an empty description': ['---\ndescription:\n---\n', ['error', 'description']],
    'models that are no texts': ['---\nmodel: [a, 3]\n---\n', ['error', '[a, 3]']],
    'no models': ['---\nmodel: []\n---\n', ['error', '[]']],
    'a temperature out of range': ['---\nparameters:\n  temperature: 9\n---\n', ['error', '9']],
    'a missing value': ['---\nparameters:\n  seed:\n---\n', ['error', 'seed']],
    'an unknown parameter': [
      '---\nparameters: { temprature: 1, seed: 1 }\n---\n',
      ['warning', 'temprature'],
    ],
    'parameters that are no fields': ['---\nparameters: hot\n---\n', ['error', 'hot']],
    'a list in place of fields': ['---\n- a\n---\n', ['error', '- a\n']],
    'an alias': [
      '---\nname: &a x\ndescription: *a\n---\n',
      ['error', 'name: &a x\ndescription: *a\n'],
    ],
    'front matter that does not end': ['---\nname: x\n', ['error', '---']],
    'a variable that nobody knows': ['Say ${slection}', ['warning', '${slection}']],
    'a variable of other files of VS Code': [
      '${env:HOME} ${config:a} ${command:x}',
      ['warning', '${env:HOME}'],
      ['warning', '${config:a}'],
      ['warning', '${command:x}'],
    ],
    'a variable with more than its name': ['${selection:x}', ['warning', '${selection:x}']],
    'inputs without a name': [
      '${input} ${input:} ${input: :x}',
      ['warning', '${input}'],
      ['warning', '${input:}'],
      ['warning', '${input: :x}'],
    ],
  };
  for (const [name, [text, ...expected]] of Object.entries(wrong)) {
    it(`says where it is wrong: ${name}`, () => {
      assert.deepEqual(marked(text), expected);
    });
  }

  /** As prompt files of other projects begin. */
  const found = [
    "agent: 'agent'\nmodel: 'GPT-4.1'\ntools: ['search/codebase', \"edit/editFiles\"]\ndescription: 'Write a plan'",
    'mode: agent\nmodel: GPT-4.1\ntools:\n  - search\n  - githubRepo\ndescription: >-\n  Write\n  a plan',
    '# Planning\n\nmode: \'ask\'\nmodel: [GPT-4.1]\ntools: []\ndescription: "Write a plan" # short',
    'mode: \'edit\'\n\nmodel:  "GPT-4.1"  \ndescription:\tWrite a plan\t',
    // What is no YAML as a whole.
    'argument-hint: [file] [line]\nmodel: GPT-4.1\ndescription: Write a plan',
    "tools: *\nmodel: ['GPT-4.1']\ndescription: 'Write a plan' # short",
    'model: GPT-4.1\ndescription: Write a plan\nallowed-tools: @git, `npm`\n',
    'description: Write a plan\nmodel: GPT-4.1\nmodel: GPT-4.1\n',
  ];
  for (const yaml of found) {
    for (const end of ['\n', '\r\n']) {
      it(`is read as others write it: ${JSON.stringify(yaml + end)}`, () => {
        const text = `---\n${yaml}\n---\nPlan it.\n`.replaceAll('\n', end);
        const { description, models, body } = readPromptFile(text);
        assert.deepEqual(
          [description, models, body],
          ['Write a plan', ['GPT-4.1'], `Plan it.${end}`],
        );
      });
    }
  }

  it('has a description with a colon that is not in quotes, and says that it should be', () => {
    const text = '---\nname: steps\ndescription: Step 1: look (at all) # first\n---\nBody';
    const { name, description, problems } = readPromptFile(text);
    assert.deepEqual([name, description], ['steps', 'Step 1: look (at all)']);
    assert.match(problems[0]?.message ?? '', /YAML/);
  });

  it('leaves out a field that cannot be told', () => {
    for (const value of ['"x', '[a', '{a', '*a', '|', '%']) {
      const read = readPromptFile(`---\nname: ${value}\nother: a: b\n---\nBody`);
      assert.deepEqual([read.name, read.body], [undefined, 'Body'], value);
    }
  });

  it('says where YAML is wrong, and has its body nevertheless', () => {
    const text = '---\nname: "x\n---\nBody';
    const { problems, body } = readPromptFile(text);
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.message ?? '', /YAML/);
    assert.equal(body, 'Body');
  });

  it('does not take the code of other languages for variables', () => {
    const text = 'Fix it:\n\n```ts\nconst a = `${slection} ${b}`;\n```\n\nin ${fle}';
    assert.deepEqual(marked(text), [['warning', '${fle}']]);
  });

  it('sets nothing by names that objects inherit', () => {
    const text =
      '---\n__proto__: { x: 1 }\nconstructor: y\nparameters: { __proto__: { seed: 1 } }\n---\n';
    const { parameters, problems } = readPromptFile(text);
    assert.deepEqual(Object.keys(parameters), []);
    assert.equal('seed' in parameters, false);
    assert.equal(problems.length, 3);
  });

  it('survives hostile front matter quickly, and is cut if it is huge', () => {
    const units = [
      '[',
      '{a: ',
      '- ',
      '? ',
      'a:\n',
      '&b ',
      '\\',
      ' \n',
      '"',
      '---',
      '${',
      '${a:',
      '`',
      '- - [',
    ];
    for (const unit of units) {
      const yaml = unit.repeat(Math.floor(maxIndicators / unit.length));
      const start = performance.now();
      const read = readPromptFile(`---\n${yaml}\n---\nBody`);
      assert.ok(performance.now() - start < 5000, unit);
      assert.equal(typeof read.body, 'string');
    }
    const { body, problems } = readPromptFile('x'.repeat(maxPromptText + 1));
    assert.deepEqual([body.length, problems.length], [maxPromptText, 1]);
  });

  it('is not parsed where front matter is too long or too complicated', () => {
    const problemOf = (yaml: string): string | undefined => {
      const { body, problems } = readPromptFile(`---\n${yaml}\n---\nBody`);
      assert.equal(body, 'Body');
      return problems[0]?.message;
    };
    assert.equal(problemOf(`# ${'a'.repeat(maxFrontMatter)}`), 'The front matter is too long.');
    for (const unit of ['[', '- ', '{a: ', '"', '\\', ',', '\n', '#', '<<: {', '*a ']) {
      assert.equal(
        problemOf(`a: ${unit.repeat(maxIndicators)}`),
        'The front matter cannot be read.',
        unit,
      );
    }
    const tools = Array.from({ length: 99 }, (_, index) => `'tool-${index}'`).join(', ');
    assert.equal(problemOf(`tools: [${tools}]`), 'Parley ignores “tools”.');
  });

  it('has no aliases, by which a few lines could become a million', () => {
    const names = 'a b c d e f g h i j'.split(' ');
    const bomb = names.map((name, index) => {
      const before = names[index - 1];
      const item = before === undefined ? 'x' : `*${before}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(',')}]`;
    });
    const { problems, description } = readPromptFile(
      `---\n${bomb.join('\n')}\ndescription: *j\n---\nBody`,
    );
    assert.equal(problems[0]?.message, 'Aliases are not supported in the front matter.');
    assert.equal(description, undefined);
  });

  for (const unit of ['---\n', '${', '${input:a:', '```\n~~~\n', ' ', '${file}']) {
    it(`is read in linear time, of ${JSON.stringify(unit)}`, () => {
      assertLinear(4096, (size) => {
        const text = unit.repeat(Math.ceil(size / unit.length));
        return () => readPromptFile(text);
      });
    });
  }

  it('has a name that can be typed', () => {
    assert.equal(promptName('Code Review.prompt.md'), 'Code-Review');
    assert.equal(promptName('x.PROMPT.md', ' Überprüfe (alles) '), 'Überprüfe-alles');
    assert.equal(promptName('a\u202eb\n.prompt.md'), 'a-b');
    assert.equal(promptName('???.prompt.md', '/ /'), 'prompt');
    assert.equal(promptName('ünï.v2.prompt.md'), 'ünï.v2');
  });

  it('that is made of a message gives back the message and its description', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (given, text) => {
        const description = given
          .toWellFormed()
          .replaceAll(/\s+/g, ' ')
          .trim()
          .slice(0, 100)
          .trim();
        const body = text.toWellFormed();
        const read = readPromptFile(newPromptFile(description, body));
        assert.equal(read.description, description === '' ? undefined : description);
        assert.equal(read.body.trim(), body.trim());
      }),
    );
  });
});

import assert from 'node:assert/strict';
import {
  maxPastedLength,
  type PastedConnection,
} from '../../../src/pastedConnection/pastedConnection.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';
import { assertLinear } from '../../support/assertLinear.ts';
import { random } from '../../support/random.ts';
import { code } from './forms/code.ts';
import { commands } from './forms/commands.ts';
import { plain } from './forms/plain.ts';
import { settings } from './forms/settings.ts';
import { variables } from './forms/variables.ts';

function found(text: string): readonly PastedConnection[] {
  const reading = readPastedText(text);
  return reading.kind === 'connections' ? reading.connections : [];
}

const forms = [...commands, ...variables, ...code, ...settings, ...plain];

describe('pasted text that is broken or hostile', () => {
  it('is read if half of a surrogate pair would be a part of an address', () => {
    const endpoint = 'https://contoso.openai.azure.com/';
    const text = JSON.stringify({ endpoint, deployment: 'gpt\ud83d', apiVersion: '2024-10-21' });
    assert.deepEqual(
      found(text).map(({ baseUrl }) => baseUrl),
      [`${endpoint}openai/deployments/gpt%EF%BF%BD?api-version=2024-10-21`],
    );
  });

  it('is read wherever it is cut, without an error and without a key in a setting', function () {
    this.timeout(120_000);
    const seed = Date.now() % 1_000_000;
    const next = random(seed);
    for (const { source, text, expected } of forms) {
      const keys = ('length' in expected ? expected : [expected])
        .map(({ key = '' }) => key)
        .filter((key) => key.length >= 6 && text.includes(key));
      for (let count = 0; count < 12; count += 1) {
        const at = Math.floor(next() * text.length);
        const [before, after] = [text.slice(0, at), text.slice(at)];
        for (const piece of [before, after, `${before}\n${after}`, `${after}\n${before}`]) {
          const connections = found(piece);
          for (const { key: _key, ...stored } of connections) {
            const leaked = keys.find((key) => JSON.stringify(stored).includes(key));
            assert.equal(leaked, undefined, `seed ${seed}, ${source}: ${piece}`);
          }
        }
      }
    }
  });

  it('is not read at all beyond its limit', () => {
    const text = 'OPENAI_API_KEY=sk-proj-55667788\n';
    assert.deepEqual(readPastedText('#'.repeat(5 * 1_048_576) + text), { kind: 'tooLong' });
    const longest = text.padEnd(maxPastedLength, '#');
    assert.equal(found(longest).length, 1);
    assert.deepEqual(readPastedText(`${longest}#`), { kind: 'tooLong' });
  });

  const bombs: Readonly<Record<string, string>> = {
    'aliases of YAML': Array.from({ length: 30 }, (_, level) =>
      `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}x]`.replaceAll('*a-1', 'x'),
    ).join('\n'),
    'merged keys of YAML': `a: &a {x: 1}\n${Array.from({ length: 200 }, (_, index) => `k${index}:\n  <<: *a`).join('\n')}`,
    'variables that double':
      Array.from({ length: 60 }, (_, level) => `v${level + 1} = v${level} + v${level}`).join('\n') +
      '\nclient = OpenAI(api_key=v60, base_url=v60)',
    'lists that double': `v0 = [1]\n${Array.from({ length: 60 }, (_, level) => `v${level + 1} = [v${level}, v${level}]`).join('\n')}\nOpenAI(models=v60)`,
    'variables in a circle': 'a = b\nb = a\nOpenAI(api_key=a, base_url=f"{b}/v1")',
    'shell variables that grow':
      Array.from({ length: 100 }, (_, level) => `A_${level}=${'x'.repeat(400)}`).join('\n') +
      '$A_1'.repeat(20_000),
    brackets: '['.repeat(100_000),
    objects: '{"a":'.repeat(40_000),
    'nested YAML': Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    'dashes of YAML': '- '.repeat(60_000),
    'nested TOML': `[a]\nb = ${'['.repeat(50_000)}`,
    'dotted keys of TOML': `[a]\n${'a.'.repeat(50_000)}b = 1`,
    'calls in calls': 'f('.repeat(60_000),
    keywords: 'new '.repeat(50_000),
    sums: `a = ${'"x" + '.repeat(30_000)}"x"\nOpenAI(api_key=a)`,
    templates: '`${`${'.repeat(30_000),
    'bodies in bodies':
      `x = "fetch('https://a.example/v1', {body: x})"\n`.repeat(300) +
      'fetch("https://a.example/v1", {body: x});'.repeat(300),
    connections: Array.from(
      { length: 3000 },
      (_, index) => `curl https://h${index}.example/v1 -H "api-key: k${index}-1234567890"`,
    ).join('\n'),
    'here-documents': 'curl https://a.example/v1 -d @- <<E\n{}\nE\n'.repeat(5000),
    fences: '```\ncurl https://a.example/v1\n```\n'.repeat(7000),
  };
  for (const [name, bomb] of Object.entries(bombs)) {
    it(`ends: ${name}`, () => {
      assert.ok(bomb.length <= maxPastedLength, `${bomb.length}`);
      const connections = found(bomb);
      assert.ok(connections.length <= 50);
      assert.ok(JSON.stringify(connections).length < 200_000);
    });
  }

  for (const unit of [
    'curl https://a.example/v1 -H "api-key: abc"\n',
    '- name: a\n  apiBase: https://a.example/v1\n',
    'x = OpenAI(base_url=f"{y}/v1", api_key=y)\n',
  ]) {
    it(`takes time in proportion to its length: ${unit.trim()}`, function () {
      this.timeout(120_000);
      assertLinear(60, (size) => {
        const text = unit.repeat(size);
        return () => readPastedText(text);
      });
    });
  }

  it('gives nothing to the prototype of objects', () => {
    const names =
      '{"__proto__": {"baseUrl": "https://evil.example/v1", "apiKey": "evil-123456"}, "constructor": {"prototype": {"model": "evil"}}}';
    for (const text of [
      names,
      `x:\n  __proto__:\n    baseUrl: https://evil.example/v1\n  constructor: {prototype: {polluted: yes}}`,
      `[__proto__]\npolluted = 1\n[x]\nbase_url = "https://evil.example/v1"`,
      'const x = { __proto__: { polluted: 1 } }; x.__proto__.polluted = 1; x.constructor.prototype.polluted = 1;',
      '__proto__=1 constructor=2 curl https://a.example/v1 -H "__proto__: 1" -d \'{"__proto__": {"polluted": 1}}\'',
    ]) {
      found(text);
      assert.equal(Reflect.get({}, 'polluted'), undefined);
      assert.equal(Reflect.get({}, 'baseUrl'), undefined);
      assert.equal(Reflect.get({}, 'model'), undefined);
    }
  });
});

describe('text without a connection', () => {
  for (const text of [
    '',
    '   \n\t ',
    'Dear all, lunch is at noon.',
    'https://',
    'npm install openai',
    'const x = 1;\nfunction f(a) { return a + 1; }',
    'SELECT * FROM users WHERE id = 1;',
    '{"name": "app", "version": "1.0.0", "dependencies": {"openai": "^5.0.0"}}',
    'See https://platform.openai.com/docs/quickstart and https://github.com/openai/openai-node.',
    'NODE_ENV=production\nPORT=3000\nDATABASE_URL=postgres://u:p@db:5432/app',
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest',
    'git commit -m "curl works"',
    '😀'.repeat(50),
  ]) {
    it(`says so: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(readPastedText(text), { kind: 'nothing' });
    });
  }
});

describe('what is no key', () => {
  const notKeys = [
    '${LAB_KEY}',
    '${env:LAB_KEY}',
    '${{ secrets.LAB_KEY }}',
    '${LAB_KEY:-}',
    '$LAB_KEY',
    '$env:LAB_KEY',
    '%LAB_KEY%',
    'os.environ/LAB_KEY',
    '{env:LAB_KEY}',
    '{{LAB_KEY}}',
    'process.env.LAB_KEY',
    'os.getenv("LAB_KEY")',
  ];
  for (const name of notKeys) {
    it(`is a name: ${name}`, () => {
      const [connection] = found(
        JSON.stringify({ baseURL: 'https://llm.lab.example/v1', apiKey: name }),
      );
      assert.equal(connection?.key, undefined);
      assert.equal(connection?.keyVariable, 'LAB_KEY');
      assert.doesNotMatch(JSON.stringify(connection?.headers ?? {}), /LAB_KEY/);
    });
  }

  for (const placeholder of [
    'YOUR_API_KEY',
    'your-api-key-here',
    '<your key>',
    '<API_KEY>',
    'sk-...',
    'sk-xxxxxxxx',
    'sk-or-v1-…',
    '[API KEY]',
    '********',
    'INSERT_YOUR_KEY',
    'api_key',
    '${input:secret}',
    'user_provided',
    '{api_token}',
  ]) {
    it(`is a placeholder: ${placeholder}`, () => {
      const [connection] = found(
        `curl https://llm.lab.example/v1/models -H 'Authorization: Bearer ${placeholder}'`,
      );
      assert.equal(connection?.baseUrl, 'https://llm.lab.example/v1');
      assert.equal(connection.key, undefined);
      assert.equal(connection.keyVariable, undefined);
    });
  }

  it('is a key in a field for something else', () => {
    const [connection] = found(
      '{"baseURL": "https://llm.lab.example/v1", "description": "gsk_QwErTy1234567890AsDf", "apiKey": "lab-112233"}',
    );
    assert.equal(connection?.key, 'lab-112233');
    assert.doesNotMatch(JSON.stringify({ ...connection, key: '' }), /gsk_/);
  });

  it('is never left in an address', () => {
    for (const url of [
      'https://llm.lab.example/v1?api_key=lab-112233',
      'https://llm.lab.example/v1?key=lab-112233&v=2',
      'https://user:lab-112233@llm.lab.example/v1',
    ]) {
      for (const { key: _key, ...stored } of found(url)) {
        assert.doesNotMatch(JSON.stringify(stored), /112233/);
      }
    }
  });

  it('goes to no service that it was not made by', () => {
    const both = found(
      'curl https://api.mistral.ai/v1/models -H "Authorization: Bearer $MISTRAL_API_KEY"\nGROQ_API_KEY=gsk_QwErTy1234567890AsDf',
    );
    assert.deepEqual(
      both.map(({ name, key }) => [name, key]),
      [
        ['Mistral', undefined],
        ['Groq', 'gsk_QwErTy1234567890AsDf'],
      ],
    );
  });
});

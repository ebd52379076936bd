import assert from 'node:assert/strict';
import {
  maxPastedLength,
  type PastedConnection,
} from '../../../../src/pastedConnection/pastedConnection.ts';
import { readPastedText } from '../../../../src/pastedConnection/readPastedText.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { random } from '../../../support/random.ts';
import { forms as groups } from '../../../support/pastedConnection/forms.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

function found(text: string): readonly PastedConnection[] {
  const reading = readPastedText(text);
  return reading.kind === 'connections' ? reading.connections : [];
}

const forms = Object.values(groups).flat();

describe('pasted text that is broken or hostile', () => {
  it('is read wherever it is cut, without an error and without a key in a setting', function () {
    this.timeout(600_000);
    const next = random(seed);
    const cuts = quantity({ slice: 1, whole: 60 });
    for (const { source, text, expected } of forms) {
      const keys = ('length' in expected ? expected : [expected])
        .map(({ key = '' }) => key)
        .filter((key) => key.length >= 6 && text.includes(key));
      for (let count = 0; count < cuts; count += 1) {
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
    'lists in a circle':
      'v = [v, w]\nw = [v, w]\nOpenAI(models=v, headers=w, query_params=v, extra_body=w)',
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
    'pairs of an address and a key': Array.from(
      { length: 3000 },
      (_, index) => `U${index}_URL=https://h${index}.example/v1\nU${index}_KEY=abc-${index}-12345`,
    ).join('\n'),
    'rows of a table': `url,key,model\n${'https://a.example/v1,key-1234,lab-7b\n'.repeat(6000)}`,
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
    '| https://a.example/v1 | key-1234 | Model | API Key |\n',
  ]) {
    it(`takes time in proportion to its length: ${unit.trim()}`, function () {
      this.timeout(120_000);
      assertLinear(60, (size) => {
        const text = unit.repeat(size);
        return () => readPastedText(text);
      });
    });
  }
});

import assert from 'node:assert/strict';
import { readConnectionEntries } from '../../../../src/host/connections/connection.ts';

const plain = { id: 'a', name: 'A', baseUrl: 'https://a.example/v1' };

function problemOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const [entry] = readConnectionEntries([{ ...plain, ...fields }]);
  return entry && 'problem' in entry ? entry.problem : undefined;
}

describe('readConnectionEntries', () => {
  it('takes an entry with every field as it stands', () => {
    const full = {
      ...plain,
      baseUrl: 'https://a.example/v1?api-version=1',
      paths: { models: '../list', chatCompletions: '/chat?x=1' },
      keyFrom: { kind: 'command', command: 'op read op://Work/Key' },
      model: 'm1',
      headers: { 'X-Team': 'tools', 'api-key': '${key}', Authorization: 'Token ${key}' },
      extraBody: { seed: 7, reasoning_effort: 'low' },
      mode: 'standard',
      firstByteTimeoutSeconds: 10,
      idleTimeoutSeconds: 5.5,
      parameters: {
        thinkingEffort: 'low',
        thinkingField: 'reasoning',
        temperature: 0,
        top_p: 1,
        max_tokens: 1,
        stop: ['a', 'b'],
        seed: -7,
        presence_penalty: -2,
        frequency_penalty: 2,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
      },
      systemPrompt: 'Be brief.',
    };
    assert.deepEqual(readConnectionEntries([full]), [{ connection: full }]);
    assert.deepEqual(readConnectionEntries([plain]), [{ connection: plain }]);
  });

  const nameless: readonly (readonly [entry: Record<string, unknown>, name: string])[] = [
    [{ name: '' }, 'a.example'],
    [{ name: undefined }, 'a.example'],
    [{ name: '', baseUrl: 'localhost:8080' }, 'localhost:8080'],
    [{ name: '', baseUrl: 'ftp://b.example' }, 'ftp://b.example'],
    [{ name: '', baseUrl: 'https://b.example/v1?key=secret' }, 'b.example'],
    [{ name: '', baseUrl: '' }, 'Connection 1'],
    [{ name: undefined, baseUrl: 7 }, 'Connection 1'],
  ];
  for (const [fields, name] of nameless) {
    it(`names an entry without a name by its address: ${JSON.stringify(fields)}`, () => {
      const [entry] = readConnectionEntries([{ ...plain, ...fields }]);
      assert.equal(entry && ('connection' in entry ? entry.connection.name : entry.name), name);
    });
  }

  const bad: readonly (readonly [field: string, value: unknown, reason: RegExp])[] = [
    ['baseUrl', 'ftp://a.example', /https/],
    ['baseUrl', 7, /address/],
    ['id', '', /Must not be empty/],
    ['id', 7, /Must be a string/],
    ['name', 7, /Must be a string/],
    ['model', 1, /Must be a string/],
    ['keyFrom', 'OPENAI_API_KEY', /object/],
    ['keyFrom', {}, /^keyFrom.kind: Must be one of "stored"/],
    ['keyFrom', { kind: 'file' }, /^keyFrom.kind: Must be one of "stored"/],
    ['keyFrom', { kind: 'file', path: '/x' }, /^keyFrom.path: Not a field/],
    ['keyFrom', { kind: 'stored', name: 'A', variable: 'B' }, /^keyFrom.variable: Not a field/],
    ['keyFrom', { kind: 'command' }, /^keyFrom.command: Must not be empty/],
    ['keyFrom', { kind: 'command', command: ' ' }, /Must not be empty/],
    ['keyFrom', { kind: 'command', command: 'a\nb' }, /one line/],
    ['keyFrom', { kind: 'command', command: 'echo \u202ex' }, /invisible/],
    ['keyFrom', { kind: 'command', command: 'x'.repeat(1001) }, /longer/],
    ['keyFrom', { kind: 'command', command: 'x', cwd: '/' }, /^keyFrom.cwd: Not a field/],
    ['keyFrom', { kind: 'environment', variable: 'sk-1a2b3c' }, /name of an environment variable/],
    ['keyFrom', { kind: 'stored', name: 'sk-proj-1a2b3c4d5e6f7a8b9c' }, /looks like an API key/],
    ['keyFrom', { kind: 'stored', name: '' }, /Must not be empty/],
    ['keyFrom', { kind: 'microsoft', scope: 7 }, /^keyFrom.scope: Must be a string/],
    ['headers', ['x'], /object/],
    ['headers', { 'X-Number': 1 }, /values are strings/],
    ['headers', { Host: 'evil.example' }, /“Host” cannot be set here/],
    ['baseUrl', 'https://a.example/v1?key=x', /“key”/],
    ['paths', [], /object/],
    ['paths', { models: 7 }, /Must be a string/],
    ['paths', { models: '' }, /relative/],
    ['paths', { chatCompletions: '//b.example' }, /relative/],
    ['paths', { models: '/models?token=x' }, /“token”/],
    ['paths', { list: '/models' }, /^paths.list: Not a field/],
    ['headers', { authorization: 'Bearer x' }, /\$\{key\}/],
    ['headers', { 'X-Line': 'a\r\nHost: b' }, /cannot be sent/],
    ['headers', { 'X-Long': 'x'.repeat(9000) }, /longer/],
    ['headers', Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`X-${i}`, ''])), /32/],
    ['extraBody', [], /object/],
    ['extraBody', { messages: [] }, /“messages”/],
    ['extraBody', { temperature: 1 }, /“temperature”/],
    ['extraBody', { pad: 'x'.repeat(70_000) }, /longer/],
    ['mode', 'fast', /streamed/],
    ['firstByteTimeoutSeconds', 0, /1 to 3600/],
    ['idleTimeoutSeconds', '5', /1 to 3600/],
    ['parameters', 'hot', /object/],
    ['parameters', { temperature: 3 }, /temperature must be a number from 0 to 2/],
    ['parameters', { max_tokens: 1.5 }, /max_tokens/],
    ['parameters', { seed: 1.5 }, /seed must be a whole number/],
    ['parameters', { presence_penalty: -2.1 }, /presence_penalty must be a number from -2 to 2/],
    ['parameters', { thinkingEffort: 'a b' }, /thinking effort/],
    ['parameters', { thinkingField: 'effort' }, /thinkingField must be one of/],
    ['parameters', { response_format: 'json' }, /response_format/],
    ['parameters', { response_format: { type: 'json_schema' } }, /json_schema/],
    ['parameters', { user: 'u' }, /^parameters.user: .*extraBody/],
    ['systemPrompt', {}, /Must be a string/],
    ['apiKey', 'sk-x', /set an API key on the connections page/],
  ];
  for (const [field, value, reason] of bad) {
    it(`names ${field} = ${JSON.stringify(value).slice(0, 40)} and does not use the entry`, () => {
      const problem = problemOf({ [field]: value }) ?? '';
      assert.equal(/^\w+/.exec(problem)?.[0], field);
      assert.match(problem, reason);
    });
  }

  it('keeps the others when one cannot be used, and says which', () => {
    const other = { ...plain, id: 'b' };
    const entries = readConnectionEntries([{ ...plain, mode: 1 }, other, 'nonsense']);
    assert.deepEqual(
      entries.map((entry) => ('problem' in entry ? entry.name : entry.connection.id)),
      ['A', 'b', 'Connection 3'],
    );
  });

  it('says first that a field is none, for it may contain a key', () => {
    assert.match(problemOf({ baseUrl: 'ftp://x', apiKey: 'sk-x' }) ?? '', /^apiKey: Not a field/);
  });

  it('uses an id once, and never that of the demo', () => {
    const entries = readConnectionEntries([plain, plain, { ...plain, id: 'demo' }]);
    assert.deepEqual(
      entries.map((entry) => 'problem' in entry && entry.problem),
      [
        false,
        'id: “a” is already used by another connection.',
        'id: “demo” is already used by another connection.',
      ],
    );
  });

  it('says so when the setting is no list', () => {
    assert.deepEqual(readConnectionEntries(undefined), []);
    assert.equal(readConnectionEntries({}).length, 1);
  });
});

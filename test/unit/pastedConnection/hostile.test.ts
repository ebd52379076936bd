import assert from 'node:assert/strict';
import {
  maxPastedLength,
  type PastedConnection,
} from '../../../src/pastedConnection/pastedConnection.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';

function found(text: string): readonly PastedConnection[] {
  const reading = readPastedText(text);
  return reading.kind === 'connections' ? reading.connections : [];
}

describe('pasted text that is broken or hostile', () => {
  it('is read if half of a surrogate pair would be a part of an address', () => {
    const endpoint = 'https://contoso.openai.azure.com/';
    const text = JSON.stringify({ endpoint, deployment: 'gpt\ud83d', apiVersion: '2024-10-21' });
    assert.deepEqual(
      found(text).map(({ baseUrl }) => baseUrl),
      [`${endpoint}openai/deployments/gpt%EF%BF%BD?api-version=2024-10-21`],
    );
  });

  it('is not read at all beyond its limit', () => {
    const text = 'OPENAI_API_KEY=sk-proj-55667788\n';
    assert.deepEqual(readPastedText('#'.repeat(5 * 1_048_576) + text), { kind: 'tooLong' });
    const longest = text.padEnd(maxPastedLength, '#');
    assert.equal(found(longest).length, 1);
    assert.deepEqual(readPastedText(`${longest}#`), { kind: 'tooLong' });
  });

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
    'op://Private/Lab/credential',
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

  it('goes to no service that another label names', () => {
    const [connection] = found(
      'OPENAI_BASE_URL=https://llm.lab.example/v1\nTAVILY_API_KEY=tv-112233445566',
    );
    assert.equal(connection?.baseUrl, 'https://llm.lab.example/v1');
    assert.equal(connection.key, undefined);
    const [search] = found('GOOGLE_SEARCH_API_KEY=gs-112233445566');
    assert.equal(search?.baseUrl, undefined);
  });

  it('goes to the address of its own name, and not to the only one there is', () => {
    const [connection] = found(
      'TAVILY_API_KEY=tv-112233445566\nLLM_BASE_URL=https://llm.lab.example/v1\nLLM_API_KEY=lab-44556677',
    );
    assert.equal(connection?.baseUrl, 'https://llm.lab.example/v1');
    assert.equal(connection.key, 'lab-44556677');
  });

  it('goes to no address that is one of several', () => {
    for (const text of [
      'Prod: https://a.example/v1\nStaging: https://b.example/v1\nAPI key: aa-112233',
      'API key: aa-112233\nProd: https://a.example/v1\nStaging: https://b.example/v1',
      '{"apiKey": "aa-112233", "chat": {"url": "https://a.example/v1"}, "backup": {"url": "https://b.example/v1"}}',
    ]) {
      const connections = found(text);
      assert.deepEqual(
        connections.map(({ baseUrl, key }) => [baseUrl, key]),
        [
          ['https://a.example/v1', undefined],
          ['https://b.example/v1', undefined],
        ],
        text,
      );
    }
  });

  it('goes to the address beside it, in whatever order they are', () => {
    for (const text of [
      'Key: aa-112233\nURL: https://a.example/v1\nKey: bb-445566\nURL: https://b.example/v1',
      'URL: https://a.example/v1\nKey: aa-112233\nURL: https://b.example/v1\nKey: bb-445566',
      'B_URL=https://b.example/v1\nA_URL=https://a.example/v1\nA_KEY=aa-112233\nB_KEY=bb-445566',
    ]) {
      const keys = new Map(found(text).map(({ baseUrl, key }) => [baseUrl, key]));
      assert.equal(keys.get('https://a.example/v1'), 'aa-112233', text);
      assert.equal(keys.get('https://b.example/v1'), 'bb-445566', text);
    }
  });

  it('is no key if it is the name of one, or masked', () => {
    for (const value of ['kagent-secret-key', 'openaiApiKey', 'subscription_key', 'lab-****']) {
      const [connection] = found(`base_url: https://llm.lab.example/v1\napi_key: ${value}`);
      assert.equal(connection?.baseUrl, 'https://llm.lab.example/v1');
      assert.equal(connection.key, undefined, value);
    }
    const [named] = found('apiKeySecret: kagent-lab\nbaseUrl: https://llm.lab.example/v1');
    assert.equal(named?.key, undefined);
  });

  it('goes with the request that it stands in, whatever stands between', () => {
    for (const text of [
      'requests.get("https://b.example/v1/models")\nheaders = {"Authorization": "Bearer aa-112233"}\nrequests.post("https://a.example/v1/chat/completions", headers=headers)',
      'POST https://a.example/v1/chat/completions\nAuthorization: Bearer aa-112233\n\n###\nGET https://b.example/v1/models',
      '{"one": {"url": "https://b.example/v1"}, "other": {"apiKey": "aa-112233", "url": "https://a.example/v1"}}',
      'curl https://b.example/v1/models; curl https://a.example/v1/models -H "Authorization: Bearer aa-112233"',
    ]) {
      const keys = new Map(found(text).map(({ baseUrl, key }) => [baseUrl, key]));
      assert.equal(keys.get('https://a.example/v1'), 'aa-112233', text);
      assert.equal(keys.get('https://b.example/v1'), undefined, text);
    }
  });
});

import assert from 'node:assert/strict';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';

const [one, other] = [
  { name: 'ALPHA', url: 'https://a.example/v1', key: 'aa-11223344' },
  { name: 'BETA', url: 'https://b.example/v1', key: 'bb-55667788' },
] as const;

/** Ways to write an address and its key. */
const notations: readonly ((service: typeof one | typeof other) => string)[] = [
  ({ name, url, key }) => `${name}_BASE_URL=${url}\n${name}_API_KEY=${key}\n`,
  ({ url, key }) => `URL: ${url}\nKey: ${key}\n`,
  ({ url, key }) => `Key: ${key}\nURL: ${url}\n`,
  ({ url, key }) => `curl ${url}/models -H "Authorization: Bearer ${key}"\n`,
  ({ url, key }) => `{"url": "${url}", "apiKey": "${key}"}\n`,
  ({ name, url, key }) => `${name} = OpenAI(base_url="${url}", api_key="${key}")\n`,
  ({ name, url, key }) => `- name: ${name}\n  api_base: ${url}\n  api_key: ${key}\n`,
  ({ name, url, key }) => `[${name}]\nbase_url = "${url}"\napi_key = "${key}"\n`,
  ({ url, key }) => `fetch("${url}/models", {headers: {Authorization: "Bearer ${key}"}})\n`,
  ({ name, url, key }) => `${name}:\n  endpoint: ${url}\n  token: ${key}\n`,
  ({ url, key }) => `- **URL**: \`${url}\`\n- **API key**: \`${key}\`\n`,
  ({ url, key }) => `our server ${url} has the key ${key} for you.\n`,
];

describe('two services in one pasted text', () => {
  it('never get the key of each other, in any two notations', () => {
    let count = 0;
    let given = 0;
    for (const first of notations) {
      for (const second of notations) {
        for (const between of ['', '\n', '\n\n## Next\n\n']) {
          const text = first(one) + between + second(other);
          const reading = readPastedText(text);
          const connections = reading.kind === 'connections' ? reading.connections : [];
          for (const { url, key } of [one, other]) {
            const own = connections.filter(({ baseUrl }) => baseUrl === url);
            const keys = new Set(own.flatMap(({ key }) => key ?? []));
            assert.ok(keys.size === 0 || (keys.size === 1 && keys.has(key)), text);
            count += 1;
            given += keys.size;
          }
        }
      }
    }
    // Two addresses between two keys are asked for.
    assert.ok(given >= 0.97 * count, `${given} of ${count}`);
  });
});

import assert from 'node:assert/strict';
import { clipboardRows, withTyped } from '../../../../src/host/connections/serviceRows.ts';
import { readPastedText } from '../../../../src/pastedConnection/readPastedText.ts';
import { serviceAddress } from '../../../../src/service/serviceAddress.ts';
import { servicesByName } from '../../../../src/shared/service/knownServices.ts';

const others = [{ label: 'OpenAI' }];

/** The labels and descriptions of the rows for a typed text. */
function shown(text: string): readonly string[] {
  return withTyped(text, readPastedText(text), others).map(
    ({ label, description = '' }) => `${label} ${description}`,
  );
}

describe('the rows of the box for a service', () => {
  it('have each service once, with an address that is used as it is', () => {
    const names = servicesByName().map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
    for (const { name, baseUrl } of servicesByName()) {
      const address = baseUrl.replace('<name>', 'mine');
      assert.equal(serviceAddress(address).base, address, name);
    }
    for (const name of ['OpenAI', 'OpenRouter', 'Groq', 'Mistral', 'DeepSeek', 'Azure OpenAI']) {
      assert.ok(names.includes(name), name);
    }
  });

  it('have an address and a pasted text before the services, and a word after them', () => {
    const first = '$(plug) Use What Is Entered';
    assert.equal(shown('api.groq.com')[0], `${first} https://api.groq.com/openai/v1`);
    assert.equal(shown('openai').at(-1), `${first} https://openai/v1`);
    assert.equal(shown('sk-1a2b3c4d5e6f7a8b9c0d')[0], `${first} API key`);
    assert.match(
      shown('OPENAI_BASE_URL=https://host.example/v1')[0] ?? '',
      /https:\/\/host\.example/,
    );
  });

  it('say what is wrong with a text', () => {
    assert.match(shown('ftp://example.com')[0] ?? '', /^\$\(warning\) .*must begin with https/);
    assert.match(shown('https://<name>.example/v1')[0] ?? '', /Replace <name> in the address/);
    assert.match(shown('Dear all, hello').at(-1) ?? '', /No address and no API key were found/);
    assert.match(shown('https://host/v1?api-key=x')[0] ?? '', /must not contain a key/);
  });

  it('have the clipboard where it holds a connection, and never its key', () => {
    const [row] = clipboardRows(readPastedText('GROQ_API_KEY=gsk_0123456789abcdef0123456789ab'));
    assert.match(row?.description ?? '', /Groq, https:\/\/api\.groq\.com\/openai\/v1, API key/);
    assert.doesNotMatch(JSON.stringify(row), /gsk_/);
    assert.deepEqual(clipboardRows(readPastedText('lunch is at noon')), []);
    assert.equal(clipboardRows(undefined).length, 1);
  });
});

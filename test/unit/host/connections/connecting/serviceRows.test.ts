import assert from 'node:assert/strict';
import {
  clipboardRows,
  withTyped,
} from '../../../../../src/host/connections/connecting/serviceBox.ts';
import { readPastedText } from '../../../../../src/pastedConnection/readPastedText.ts';
import { serviceAddress } from '../../../../../src/service/serviceAddress.ts';
import { offeredServices } from '../../../../../src/shared/service/knownServices.ts';

const others = [{ label: 'OpenAI' }];

/** The labels and descriptions of the rows for a typed text. */
function shown(text: string): readonly string[] {
  return withTyped(text, readPastedText(text), others).map(
    ({ label, description = '' }) => `${label} ${description}`,
  );
}

describe('the rows of the box for a service', () => {
  it('have each service once, with an address that is used as it is', () => {
    const names = offeredServices().map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
    for (const { name, baseUrl } of offeredServices()) {
      const address = baseUrl.replace('<name>', 'mine');
      assert.equal(serviceAddress(address).base, address, name);
    }
    for (const name of ['OpenAI', 'OpenRouter', 'Groq', 'Mistral', 'DeepSeek', 'Azure OpenAI']) {
      assert.ok(names.includes(name), name);
    }
  });

  it('end with an address, a pasted text or a word, but for one that a row has', () => {
    const own = '$(plug) Use What Is Entered';
    assert.equal(shown('api.groq.com').at(-1), `${own} https://api.groq.com/openai/v1`);
    assert.equal(shown('gateway').at(-1), `${own} https://gateway/v1`);
    assert.deepEqual(shown('openai'), ['OpenAI ']);
    const rows = [{ label: '$(globe) OpenAI' }];
    assert.equal(withTyped('globe', readPastedText('globe'), rows).length, 2, 'an icon');
    assert.equal(withTyped('openai', readPastedText('openai'), rows).length, 1);
    assert.equal(shown('sk-1a2b3c4d5e6f7a8b9c0d').at(-1), `${own} API key`);
    assert.match(
      shown('OPENAI_BASE_URL=https://host.example/v1').at(-1) ?? '',
      /https:\/\/host\.example/,
    );
  });

  it('keep their places while one types', () => {
    for (const text of ['', 'o', 'open', 'gateway', 'https://host.example', 'Dear all, hello']) {
      assert.equal(shown(text)[0], 'OpenAI ', text);
    }
  });

  it('say what is wrong with a text', () => {
    const wrong = (text: string): string => shown(text).at(-1) ?? '';
    assert.match(wrong('ftp://example.com'), /^\$\(warning\) .*must begin with https/);
    assert.match(wrong('https://<name>.example/v1'), /Replace <name> in the address/);
    assert.match(wrong('Dear all, hello'), /No address and no API key were found/);
    assert.match(wrong('https://host/v1?api-key=x'), /must not contain a key/);
  });

  it('have the clipboard where it holds a connection, and never its key', () => {
    const [row] = clipboardRows(readPastedText('GROQ_API_KEY=gsk_0123456789abcdef0123456789ab'));
    assert.match(row?.description ?? '', /Groq, https:\/\/api\.groq\.com\/openai\/v1, API key/);
    assert.doesNotMatch(JSON.stringify(row), /gsk_/);
    assert.deepEqual(clipboardRows(readPastedText('lunch is at noon')), []);
    assert.equal(clipboardRows(undefined).length, 1);
  });
});

import assert from 'node:assert/strict';
import { printedKey } from '../../../../../src/host/connections/keySources/commandKeys.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';

describe('printedKey', () => {
  const plain: readonly (readonly [what: string, output: string, key: string | undefined])[] = [
    ['one line', 'sk-1\n', 'sk-1'],
    ['Windows line ends', 'sk-1\r\nsecond\r\n', 'sk-1'],
    ['blank lines before', '\n \nsk-1\nmore', 'sk-1'],
    ['a byte order mark', '\ufeffsk-1', 'sk-1'],
    ['Bearer', 'Bearer sk-1', 'sk-1'],
    ['quotes', '"sk-1"', 'sk-1'],
    ['nothing', ' \n', undefined],
    ['a sentence', 'Please log in first', undefined],
    ['characters that no header has', 'sk-ключ', undefined],
    ['a key that is too long', 'x'.repeat(8001), undefined],
    ['broken JSON', '{"token":', undefined],
    ['JSON without a key', '{"name":"x"}', undefined],
    ['a key in JSON that is no text', '{"token":{"a":1}}', undefined],
    ['az', '{"accessToken":"t1","tokenType":"Bearer"}', 't1'],
    ['gcloud', '{"token":"t2"}', 't2'],
    ['databricks', '{"access_token":"t3","token_type":"Bearer"}', 't3'],
    ['ibmcloud', '{"iam_token":"Bearer t4"}', 't4'],
    ['kubectl', '{"kind":"ExecCredential","status":{"token":"t5"}}', 't5'],
    ['apiKey', '{"apiKey":"t6"}', 't6'],
  ];
  for (const [what, output, key] of plain) {
    it(`${key === undefined ? 'finds no key in' : 'reads'} ${what}`, () => {
      assert.deepEqual(printedKey(output), key);
    });
  }

  it('takes linear time for hostile output', () => {
    for (const part of ['"', 'Bearer ', '{"a":[', '\n', 'a.']) {
      assertLinear(8192, (length) => {
        const output = part.repeat(length / part.length);
        return () => printedKey(output);
      });
    }
  });
});

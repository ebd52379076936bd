import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { chunk } from '../../../support/service/scripts.ts';
import { type Fields, request, streamed } from '../../../support/service/saidReplies.ts';

/** What a streamed reply says whose chunks have these choices. */
async function textOf(chunks: readonly (readonly Fields[])[]): Promise<string> {
  const lines = chunks.map((choices) => `data: ${chunk({}, null, { choices })}\n\n`);
  return (await streamed([...lines, 'data: [DONE]\n\n'].join(''))).text;
}

/** What a whole reply with these choices says. */
async function wholeTextOf(choices: readonly Fields[]): Promise<string> {
  const body = JSON.stringify({ id: '1', choices });
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
  });
  return (await client.complete(request)).text;
}

describe('the choice that is read', () => {
  const delta = (content: string): Fields => ({ delta: { content } });
  const message = (content: string): Fields => ({ message: { content } });

  it('may have any index if it is the only one', async () => {
    assert.equal(
      await textOf([[{ index: 1, ...delta('a') }], [{ index: 1, ...delta('b') }]]),
      'ab',
    );
    assert.equal(
      await textOf([[{ index: 1, ...delta('a') }], [{ index: 2, ...delta('b') }]]),
      'ab',
    );
    assert.equal(await wholeTextOf([{ index: 1, ...message('a') }]), 'a');
  });

  it('is the one with the index 0 if there are several', async () => {
    const chunks = [[{ index: 0, ...delta('a') }], [{ index: 1, ...delta('b') }]];
    assert.equal(await textOf(chunks), 'a');
    assert.equal(
      await wholeTextOf([
        { index: 1, ...message('b') },
        { index: 0, ...message('a') },
      ]),
      'a',
    );
  });

  it('may have its text in the place of older services', async () => {
    assert.equal(await textOf([[{ index: 0, text: 'a' }], [{ index: 0, text: 'b' }]]), 'ab');
    assert.equal(await textOf([[{ index: 0, ...delta('a'), text: 'a' }]]), 'a');
    assert.equal(await wholeTextOf([{ index: 0, text: 'a' }]), 'a');
    assert.equal(await wholeTextOf([{ index: 0, message: null, text: 'a' }]), 'a');
  });
});

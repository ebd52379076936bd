import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { collect } from '../../../support/collect.ts';
import { startScriptedService } from '../../../support/service/scriptedService.ts';
import { eventStream, replyStream } from '../../../support/service/scripts.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

const apiKey = 'sk-canary-0123456789abcdef';

describe('the preview of a request', () => {
  it('equals the bytes that are then sent, but for the key', async () => {
    const service = await startScriptedService(eventStream(replyStream(['a'])));
    const client = createServiceClient({
      baseUrl: service.origin,
      apiKey,
      headers: { 'X-Team': 'blue', 'X-Auth-Token': 'tok-canary-987654321' },
      extraBody: { seed: 7, nested: { a: ['ü', null] } },
    });
    // Of the parameters that are checked, only this one has a name that chance may find.
    const ownName = fc.string().filter((name) => name !== 'n');
    const arbitraryRequest = fc.record(
      {
        model: fc.string({ unit: 'grapheme', minLength: 1 }),
        messages: fc.array(
          fc.record({
            role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
            content: fc.string({ unit: 'binary' }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        temperature: fc.double({ min: 0, max: 2, noNaN: true }),
        max_tokens: fc.integer({ min: 1 }),
        stop: fc.array(fc.string(), { maxLength: 4 }),
        seed: fc.maxSafeInteger(),
        presence_penalty: fc.double({ min: -2, max: 2, noNaN: true }),
        frequency_penalty: fc.double({ min: -2, max: 2, noNaN: true }),
        response_format: fc.constantFrom(
          { type: 'json_object' },
          { type: 'json_schema', json_schema: { name: 'r', schema: { type: 'object' } } },
        ),
        fields: fc.dictionary(ownName, fc.jsonValue(), { maxKeys: 4 }),
        adjustments: fc.array(
          fc.record({
            field: fc.constantFrom(
              'max_tokens',
              'stop',
              'seed',
              'nested',
              'top_p',
              'response_format',
            ),
            sentAs: fc.constantFrom(undefined, 'max_completion_tokens' as const),
          }),
        ),
      },
      { requiredKeys: ['model', 'messages'] },
    );
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryRequest, fc.boolean(), async (request, isStandard) => {
          const preview = client.preview(request, isStandard ? 'standard' : 'streamed');
          await (isStandard ? client.complete(request) : collect(client.stream(request)));
          const sent = service.requests.at(-1);
          assert.equal(sent?.method, preview.method);
          assert.equal(service.origin + sent.url, preview.url);
          assert.equal(sent.body, preview.body);
          for (const [name, value] of Object.entries(preview.headers)) {
            if (name !== 'Authorization' && name !== 'X-Auth-Token') {
              assert.equal(sent.headers[name.toLowerCase()], value);
            }
          }
          assert.doesNotMatch(JSON.stringify(preview.headers), /canary/);
        }),
        { seed, numRuns: quantity({ slice: 10, whole: 500 }) },
      );
    } finally {
      await service.close();
    }
  });
});

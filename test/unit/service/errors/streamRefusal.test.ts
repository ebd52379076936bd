import assert from 'node:assert/strict';
import { errorCard } from '../../../../src/conversation/errors/errorCard.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';

/** The error of a request that was answered with this status and body. */
async function failure(status: number, body: unknown, mode: 'streamed' | 'standard' = 'streamed') {
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () => Response.json(body, { status }),
  });
  const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
  const { error } = await collect(client.stream(request, { mode }));
  assert.ok(error instanceof ServiceError);
  return error;
}

describe('a service that does not stream a reply', () => {
  const verified =
    'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization. If you just verified, it can take up to 15 minutes for access to propagate.';
  const refusals: readonly (readonly [number, unknown])[] = [
    [400, { error: { message: verified, param: 'stream', code: 'unsupported_value' } }],
    [
      400,
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify({ error: { message: verified, param: 'stream' } }) },
        },
      },
    ],
    [
      400,
      {
        error: {
          message:
            "Unsupported value: 'stream' does not support true with this model. Supported values are: false.",
          param: 'stream',
        },
      },
    ],
    [
      400,
      { message: "Streaming completion is not support yet, please remove 'stream' key value." },
    ],
    [422, { error: ['Error in `stream`: `stream` is not supported for this model'] }],
    [500, { error: { message: 'Streaming is disabled for this deployment' } }],
    [403, { error: { message: verified } }],
    [501, { detail: 'This model doesn’t support streaming.' }],
    [422, { detail: [{ loc: ['body', 'stream'], msg: 'Input should be False' }] }],
  ];
  for (const [status, body] of refusals) {
    it(`leads to standard mode: ${JSON.stringify(body).slice(0, 70)}`, async () => {
      const { kind, summary, code, detail } = await failure(status, body);
      assert.deepEqual([kind, code], ['badRequest', 'STREAM_REFUSED']);
      const { title, actions } = errorCard({ kind, message: summary, status, code, detail });
      assert.equal(title, 'Streaming not available');
      assert.deepEqual(actions, ['sendNotStreamed', 'chooseModel']);
      assert.notEqual((await failure(status, body, 'standard')).code, 'STREAM_REFUSED');
    });
  }

  it('is told from one that says something else about streams', async () => {
    for (const [status, message] of [
      [400, 'This model only support stream mode, please enable the stream parameter.'],
      [400, "The 'stream_options' parameter is only allowed when 'stream' is enabled."],
      [500, 'The stream of the upstream model ended early'],
      [500, 'stream error: INTERNAL_ERROR. The request was not accepted.'],
      [429, 'Too many streams are not allowed'],
    ] as const) {
      assert.notEqual(
        (await failure(status, { error: { message } })).code,
        'STREAM_REFUSED',
        message,
      );
    }
  });
});

import assert from 'node:assert/strict';
import type { ServiceDiagnostic } from '../../../../src/service/endpoint.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import { eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import { withService, type ServiceAndClient } from '../../../support/service/withService.ts';

const request = {
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  temperature: 1,
} as const;
const fine = eventStream(replyStream(['fine']));

/** How services reject the field that asks for the usage. */
const refusals: readonly (readonly [string, number, unknown])[] = [
  [
    'Mistral',
    422,
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options', 'include_usage'],
            msg: 'Extra inputs are not permitted',
            input: true,
          },
        ],
      },
    },
  ],
  [
    'FastAPI',
    422,
    { detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted' }] },
  ],
  [
    'Azure',
    400,
    { error: { message: 'Unrecognized request argument supplied: stream_options', param: null } },
  ],
  [
    'a gateway that does not stream',
    400,
    {
      error: {
        message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        param: 'stream_options',
      },
    },
  ],
  [
    'a server that names the inner field',
    400,
    { message: "Additional properties are not allowed ('include_usage' was unexpected)" },
  ],
];

/** The fields of each request that arrived. */
function sent({ service }: ServiceAndClient): readonly (readonly string[])[] {
  return service.requests.map(({ body }) => Object.keys(JSON.parse(body) as object).toSorted());
}

const [without, withUsage] = [
  ['messages', 'model', 'stream', 'temperature'],
  ['messages', 'model', 'stream', 'stream_options', 'temperature'],
];

describe('the field that asks for the usage', () => {
  for (const [name, status, answer] of refusals) {
    it(`is left out at once if it is rejected in the words of ${name}`, async () => {
      await withService([json(answer, status), fine], async (pair) => {
        const diagnostics: ServiceDiagnostic[] = [];
        const onDiagnostic = (one: ServiceDiagnostic): void => void diagnostics.push(one);
        const { events, error } = await collect(pair.client.stream(request, { onDiagnostic }));
        assert.equal(error, undefined);
        assert.equal(events.at(-1)?.kind, 'ended');
        assert.deepEqual(sent(pair), [withUsage, without]);
        assert.deepEqual(diagnostics, [{ kind: 'leftOut', field: 'stream_options' }]);
      });
    });
  }

  it('is not sent if it is known to be rejected, nor in standard mode', async () => {
    await withService([fine], async (pair) => {
      const adjustments = [{ field: 'stream_options' }];
      await collect(pair.client.stream({ ...request, adjustments }));
      await pair.client.complete(request);
      assert.deepEqual(sent(pair), [without, without]);
    });
  });

  it('causes one more request at most, and none after what may have been billed', async () => {
    const [, , mistral] = refusals[0] ?? [];
    const both = [json(mistral, 422), json({ error: { message: 'no', param: 'top_p' } }, 400)];
    await withService(both, async (pair) => {
      const { error } = await collect(pair.client.stream(request));
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.kind, error.status], ['badRequest', 400]);
      assert.deepEqual(sent(pair), [withUsage, without]);
    });
    for (const [answer, status] of [
      [mistral, 500],
      [{ error: { message: 'Unknown parameter: temperature', param: 'temperature' } }, 400],
    ] as const) {
      await withService([json(answer, status), fine], async (pair) => {
        const { error } = await collect(pair.client.stream(request));
        assert.ok(error instanceof ServiceError);
        assert.equal(pair.service.requests.length, 1);
        // The user may leave it out.
        assert.equal(error.refused?.name, status === 500 ? 'stream_options' : 'temperature');
        assert.equal(error.kind, 'badRequest');
      });
    }
  });

  it('is the user’s matter if the user has set it', async () => {
    const [, , mistral] = refusals[0] ?? [];
    const extraBody = { stream_options: { include_usage: false } };
    await withService(
      [json(mistral, 422), fine],
      async (pair) => {
        const { error } = await collect(pair.client.stream(request));
        assert.ok(error instanceof ServiceError);
        assert.equal(error.refused?.name, 'stream_options');
        assert.equal(pair.service.requests.length, 1);
      },
      { extraBody },
    );
  });
});

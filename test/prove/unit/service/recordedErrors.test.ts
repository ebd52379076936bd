import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import { eventStream, text } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';
import { quantity } from '../../../support/quantity.ts';

describe('a hostile error', () => {
  it('is cut and answered in time, whatever is nested in it and however deep', async () => {
    let nested: unknown = { message: 'deep' };
    for (let depth = 0; depth < 900; depth += 1) {
      nested = depth % 2 === 0 ? { error: { metadata: { raw: nested } } } : { detail: [nested] };
    }
    const repeats = quantity({ slice: 3000, whole: 30_000 });
    const long = 'context model quota rate limit '.repeat(repeats);
    const twice = JSON.stringify({ error: { message: JSON.stringify({ error: long }) } });
    const bodies = [
      nested,
      { error: { message: long, metadata: { raw: twice } } },
      { detail: Array.from({ length: 60 }, () => ({ loc: [long], msg: long })) },
      { errors: Array.from({ length: 60 }, () => ({ message: long })) },
      { error: { message: '['.repeat(repeats) } },
      { error: { metadata: { raw: '{"error":'.repeat(5000) } } },
      { base_resp: { status_code: long, status_msg: [long] } },
    ];
    const texts = bodies.map((body) => JSON.stringify(body).slice(0, 3_000_000));
    await withService(
      texts.flatMap((body) => [
        text(body, 'application/json', 400),
        eventStream(`data: ${body}\n\n`),
      ]),
      async ({ client }) => {
        for (let count = 0; count < 2 * texts.length; count += 1) {
          const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
          const { error } = await collect(client.stream(request));
          assert.ok(error instanceof ServiceError);
          assert.ok((error.detail ?? '').length <= 500);
          assert.ok((error.code ?? '').length <= 200);
        }
      },
    );
  });
});

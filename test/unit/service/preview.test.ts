import assert from 'node:assert/strict';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { startScriptedService } from '../../support/service/scriptedService.ts';

const apiKey = 'sk-canary-0123456789abcdef';

describe('the preview of a request', () => {
  it('sends nothing, and says why a request cannot be sent', async () => {
    const service = await startScriptedService();
    const client = createServiceClient({ baseUrl: service.origin, apiKey });
    const messages = [{ role: 'user', content: 'hi' }] as const;
    assert.equal(
      client.preview({ model: 'm', messages }, 'streamed').headers['Authorization'],
      'Bearer $API_KEY',
    );
    assert.throws(() => client.preview({ model: 'm', messages: [] }, 'streamed'), /messages/);
    assert.equal(service.requests.length, 0);
    await service.close();
  });

  it('has no Authorization where there is no key', () => {
    const client = createServiceClient({ baseUrl: 'https://host' });
    const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
    assert.equal('Authorization' in client.preview(request, 'streamed').headers, false);
  });
});

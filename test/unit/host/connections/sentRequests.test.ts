import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/host/connections/connection.ts';
import { sentRequests } from '../../../../src/host/connections/sentRequests.ts';
import { createServiceClient } from '../../../../src/service/client.ts';

const connection: Connection = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://host/v1?api-version=1',
  paths: { models: '../list' },
  headers: { 'api-key': '${key}', 'X-Team': 'blue' },
  extraBody: { seed: 7 },
  parameters: { temperature: 0 },
};

function sent(fields: Partial<Connection> = {}): string {
  const full = { ...connection, ...fields };
  return sentRequests(createServiceClient({ ...full, apiKey: 'sk-canary-0123456789' }), full);
}

describe('sentRequests', () => {
  it('are method, address, headers and fields as they go out, with the key masked', () => {
    assert.equal(
      sent(),
      [
        'GET https://host/list?api-version=1',
        'api-key: $API_KEY',
        'X-Team: blue',
        'Accept: application/json',
        '',
        'POST https://host/v1/chat/completions?api-version=1',
        'api-key: $API_KEY',
        'X-Team: blue',
        'Content-Type: application/json',
        'Accept: text/event-stream',
        '{"seed":7,"temperature":0,"stream":true,"stream_options":{"include_usage":true}}',
      ].join('\n'),
    );
  });

  it('are those of standard mode where the connection has it', () => {
    assert.match(sent({ mode: 'standard', extraBody: undefined }), /"stream":false/);
  });

  it('are cut where the fields are long', () => {
    assert.ok(sent({ extraBody: { pad: 'x'.repeat(60_000) } }).length < 3000);
  });

  it('are empty where they cannot be sent', () => {
    assert.equal(sent({ baseUrl: '' }), '');
    assert.equal(sent({ headers: { Host: 'x' } }), '');
  });
});

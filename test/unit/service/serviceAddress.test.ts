import assert from 'node:assert/strict';
import { serviceAddress } from '../../../src/service/serviceAddress.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';

describe('serviceAddress', () => {
  const accepted: readonly (readonly [given: string, base: string])[] = [
    ['https://host', 'https://host/v1'],
    ['https://host/', 'https://host/v1'],
    ['https://host/v1', 'https://host/v1'],
    ['https://host/v1/', 'https://host/v1'],
    ['https://host//v1//', 'https://host/v1'],
    ['  https://host/v1 \n', 'https://host/v1'],
    ['https://host/v1/chat/completions', 'https://host/v1'],
    ['https://host/v1/chat/completions/', 'https://host/v1'],
    ['https://host/v1/completions', 'https://host/v1'],
    ['https://host/v1/models', 'https://host/v1'],
    ['https://host/models', 'https://host/v1'],
    ['https://host/chat/completions', 'https://host/v1'],
    ['https://host/api/v3', 'https://host/api/v3'],
    ['https://host/api/v3/chat/completions', 'https://host/api/v3'],
    ['https://host/v1beta/openai', 'https://host/v1beta/openai'],
    ['https://host/openai/v1', 'https://host/openai/v1'],
    ['https://host/api', 'https://host/api/v1'],
    ['https://host/very', 'https://host/very/v1'],
    ['https://HOST:8443/Api', 'https://host:8443/Api/v1'],
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['app.localhost', 'http://app.localhost/v1'],
    ['127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1'],
    ['[::1]:8080', 'http://[::1]:8080/v1'],
    ['api.example.com', 'https://api.example.com/v1'],
    ['localhost.example.com', 'https://localhost.example.com/v1'],
    ['api.example.com:8080/v2', 'https://api.example.com:8080/v2'],
  ];
  for (const [given, base] of accepted) {
    it(`reads ${JSON.stringify(given)} as ${base}`, () => {
      assert.deepEqual(serviceAddress(given), {
        origin: new URL(base).origin,
        modelsUrl: `${base}/models`,
        chatCompletionsUrl: `${base}/chat/completions`,
      });
    });
  }

  const refused: readonly (readonly [given: string, words: RegExp])[] = [
    ['', /empty/],
    ['   ', /empty/],
    ['https://', /not a valid web address/],
    ['http://ho st', /not a valid web address/],
    ['javascript:alert(1)', /not a valid web address/],
    ['ftp://host/v1', /https:\/\/ or http:\/\//],
    ['file:///etc/passwd', /https:\/\/ or http:\/\//],
    ['https://me:canary@host/v1', /key field/],
    ['canary@host', /key field/],
    ['https://host/v1?key=canary', /not contain “\?”/],
    ['https://host/v1#canary', /not contain “\?”/],
  ];
  for (const [given, words] of refused) {
    it(`refuses ${JSON.stringify(given)} and repeats no secret of it`, () => {
      assert.throws(
        () => serviceAddress(given),
        (error) =>
          error instanceof ServiceError &&
          error.kind === 'badRequest' &&
          words.test(error.message) &&
          !error.message.includes('canary'),
      );
    });
  }
});

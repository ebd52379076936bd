import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { collect } from '../../../support/collect.ts';
import { bodyOf } from '../../../support/service/bodyOf.ts';
import { chunk } from '../../../support/service/scripts.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

/** Reads a stream whose body comes in pieces of so many characters; at once where not given. */
async function read(body: string, pieceLength = body.length) {
  const pieces = Array.from({ length: Math.ceil(body.length / pieceLength) }, (_, index) =>
    body.slice(index * pieceLength, (index + 1) * pieceLength),
  );
  const headers = { 'content-type': 'text/event-stream' };
  const client = createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () => new Response(bodyOf(...pieces), { headers }),
  });
  const { events, error } = await collect(client.stream(request));
  const end = events.at(-1);
  return {
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    outcome: end?.kind === 'ended' ? end.outcome : undefined,
    detail: error instanceof ServiceError ? error.detail : undefined,
    hasFailed: error !== undefined,
  };
}

const begun = `data: ${chunk({ content: 'Half' })}\n\n`;
const stop = `data: ${chunk({}, 'stop')}\n\n`;
const done = 'data: [DONE]\n\n';

/** Objects that say that something has failed, as services frame them. */
const framed: readonly object[] = [
  { choices: null, error_type: 'BadRequestError', error_message: 'It has ended: fatal' },
  { errorMessage: 'It has ended: fatal', errorCode: 'X' },
  { errors: [{ message: 'It has ended: fatal', code: 3040 }], success: false, result: {} },
  { success: false, result: {}, data: {}, message: 'It has ended: fatal' },
];

describe('an object in a stream that says that something has failed', () => {
  it('ends the reply, whatever its fields', async () => {
    for (const object of framed) {
      for (const body of [
        `data: ${JSON.stringify(object)}\n\n`,
        `data: ${JSON.stringify(object)}\n\n${done}`,
      ]) {
        const { text, hasFailed, detail } = await read(begun + body);
        assert.deepEqual([text, hasFailed, detail], ['Half', true, 'It has ended: fatal'], body);
      }
    }
  });
});

/** How services, gateways and programs write a failure into a stream, without its framing. */
const forms: Readonly<Record<string, string>> = {
  'a line of JSON': '{"error":{"message":"the runner has ended: fatal"}}\n',
  'JSON in several lines':
    '{\n  "error": {\n    "code": 503,\n    "message": "the runner has ended: fatal"\n  }\n}\n',
  'a list in several lines':
    '[\n  {\n    "error": {\n      "message": "the runner has ended: fatal"\n    }\n  }\n]\n',
  'a text as data': 'data: error: the runner has ended: fatal\n\n',
  'a text without a field': 'Internal error. the runner has ended: fatal\n',
  'a text with an object in it':
    "data: Error: Error code: 429 - {'error': {'message': 'the runner has ended: fatal'}}\n\n",
  'an object as Python writes it':
    "data: {'error': {'message': 'the runner has ended: fatal', 'code': 500}}\n\n",
  'JSON that is cut': 'data: {"error":{"message":"the runner has ended: fatal","code":5\n\n',
  'an exception by its name': 'RuntimeError: the runner has ended: fatal\n',
  'a text as data, in Chinese': 'data: 请求失败: the runner has ended: fatal\n\n',
  'a page in lines':
    '<!DOCTYPE html>\n<html>\n<head>\n<title>the runner has ended: fatal</title>\n</head>\n<body>x</body>\n</html>\n',
  'a page as data':
    'data: <html><head><title>the runner has ended: fatal</title></head></html>\n\n',
  'a page': '<html>\n<head><title>the runner has ended: fatal error</title></head>\n</html>\n',
};

describe('a failure that a service writes into a stream without its framing', () => {
  for (const [form, text] of Object.entries(forms)) {
    for (const [place, body] of Object.entries({
      'at the end': `${begun}${text}`,
      'before an end mark': `${begun}${text}\n${done}`,
      'right after a chunk': `${begun.trimEnd()}\n${text}\n`,
    })) {
      it(`fails the reply with its words and keeps the text: ${form}, ${place}`, async () => {
        for (const length of [body.length, 7, 1]) {
          const { text: kept, detail, hasFailed } = await read(body, length);
          assert.deepEqual([kept, hasFailed], ['Half', true], `in pieces of ${length}`);
          assert.match(detail ?? '', /the runner has ended: fatal/, `in pieces of ${length}`);
        }
      });
    }
  }

  it('is none where the reply goes on to its end, or where nothing has failed', async () => {
    const remark = 'data: error: a tool was slow\n\n';
    for (const body of [
      `${begun}${remark}${stop}${done}`,
      `${begun}data: still here\n\n${done}`,
      `data: waiting for the upstream gateway\n\n${begun}${done}`,
      `${begun}data: {"id":"c","choices":[{"delta":{"content":"an error\n\n${done}`,
      `${begun}data: of an error"}}]}\n\n${done}`,
      `x-queue: 3\n\n${begun}ping\n\n${done}`,
      `${begun}${stop}${done}Connection closed: error\n`,
    ]) {
      const { text, outcome } = await read(body);
      assert.deepEqual([text, outcome], ['Half', 'completed'], body);
    }
  });
});

describe('a stream whose framing is not right', () => {
  const piece = (text: string): string => chunk({ content: text });
  for (const [what, body] of Object.entries({
    'the name of the field twice': `data: data: ${piece('A')}\ndata: \ndata: \n\ndata: data: ${piece('B')}\ndata: \ndata: \n\ndata: data: [DONE]\ndata: \ndata: \n\n`,
    'events without a line break between them': `data: ${piece('A')}data: ${piece('B')}\n\n${stop}${done}`,
    'chunks right behind each other': `data: ${piece('A')}${piece('B')}\n\n${stop}${done}`,
    'an end mark right behind a chunk': `data: ${piece('A')}\n\ndata: ${piece('B')}[DONE]\n\n`,
  })) {
    it(`is read as it is meant: ${what}`, async () => {
      for (const length of [body.length, 5]) {
        const { text, outcome } = await read(body, length);
        assert.deepEqual([text, outcome], ['AB', 'completed']);
      }
    });
  }
});

describe('the end of a reply', () => {
  const endOf = async (reason: string) =>
    (await read(`${begun}data: ${chunk({}, reason)}\n\n${done}`)).outcome;

  it('is early where the finish reason says so, whatever its spelling', async () => {
    for (const reason of 'TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE pause_turn MALFORMED_FUNCTION_CALL refusal SAFETY guardrail_intervened cancelled timeout engine_overloaded networkError context_window_exceeded content_filtered token_limit time_limit MAX_OUTPUT not_finished incomplete USER_CANCEL userStopped modelUnloaded client_disconnect max_tokens MAX_TOKENS length model_length'.split(
      ' ',
    )) {
      assert.equal(await endOf(reason), 'truncated', reason);
    }
    assert.equal(await endOf('content_filter: RECITATION'), 'truncated');
  });

  it('is early where only the service behind a gateway says so', async () => {
    const ended = async (reason: string, native: string) => {
      const choice = { index: 0, delta: {}, finish_reason: reason, native_finish_reason: native };
      return (await read(`${begun}data: ${JSON.stringify({ choices: [choice] })}\n\n${done}`))
        .outcome;
    };
    assert.equal(await ended('stop', 'network_error'), 'truncated');
    assert.equal(await ended('stop', 'STOP'), 'completed');
    assert.equal(await ended('length', 'stop'), 'truncated');
  });

  it('is complete with any other, and with none that is written as a word', async () => {
    for (const reason of 'stop STOP end_turn eos_token tool_calls function_call stop_sequence eosFound stopStringFound null None complete COMPLETE finished'.split(
      ' ',
    )) {
      assert.equal(await endOf(reason), 'completed', reason);
    }
    const unfinished = await read(`${begun}data: ${chunk({}, 'null')}\n\n`);
    assert.equal(unfinished.outcome, 'truncated');
  });
});

import type { Answer } from './answer.ts';
import { DemoFailure, errorBody } from './failure.ts';

/** A fault that `demo-faults` can simulate (`docs/service-interface.md`, "The embedded service" 3). */
interface Fault {
  /** What happens, for the list that the user sees. */
  readonly says: string;
  /** `number` is the number after the word of the fault. Throws `DemoFailure` for a status. */
  answer(number: number | undefined): Answer;
}

const begun = 'This reply begins like any other, and then something goes wrong:';

const overloaded = new DemoFailure(500, 'overloaded', 'The model stopped working on this reply.');

const toolArguments = ['{"city": ', '"Reykjavík", ', '"days": 3}'];

function toolCall(json: string): object {
  return { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: json } };
}

const faults: ReadonlyMap<string, Fault> = new Map([
  ...Object.entries({
    cut: answering('the stream ends without a finish reason and without `[DONE]`', {
      text: `${begun} it ends in the middle of`,
      spoilStream: withoutEnd,
      spoilBody: firstHalf,
    }),
    stall: answering('some text, and then nothing for as long as you wait', {
      text: `${begun} nothing more comes. Stop ends it.`,
      spoilStream: withoutEnd,
      spoilBody: firstHalf,
      hangs: true,
    }),
    error: answering('an error object in the middle of the stream', {
      text: `${begun} the service reports a failure.`,
      spoilStream: (events) => [...withoutEnd(events), `data: ${errorBody(overloaded)}\n\n`],
      spoilBody: () => {
        throw overloaded;
      },
    }),
    length: answering('a reply that is cut at the token limit', {
      text: `${begun} the token limit is reached before the`,
      finishReason: 'length',
    }),
    garbage: answering('one line that is not JSON, between others that are', {
      text: 'One line of this stream could not be read. The rest of it is whole.',
      spoilStream: (events) => events.toSpliced(4, 0, 'data: {"choices": [{"delta"\n\n'),
      spoilBody: firstHalf,
    }),
    html: answering('a web page instead of a reply', {
      text: '',
      spoilStream: () => [page],
      spoilBody: () => page,
      contentType: 'text/html; charset=utf-8',
    }),
    empty: answering('a reply without any text', { text: '' }),
    reasoning: answering('no fault: reasoning, and then the reply', {
      text: 'The reasoning came before this sentence.',
      spoilStream: (events, chunks) =>
        events.toSpliced(
          1,
          0,
          chunks.delta({ reasoning_content: 'The prompt asks for reasoning, ' }),
          chunks.delta({ reasoning_content: 'so some of it comes first.' }),
        ),
    }),
    tool: answering('no fault: a call of a tool that nobody offered', {
      text: '',
      finishReason: 'tool_calls',
      spoilStream: (events, chunks) =>
        events.toSpliced(
          1,
          0,
          chunks.delta({ tool_calls: [{ index: 0, ...toolCall('') }] }),
          ...toolArguments.map((piece) =>
            chunks.delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
          ),
        ),
      spoilBody: (body) =>
        body.replace(
          '"content":""',
          `"content":null,"tool_calls":[${JSON.stringify(toolCall(toolArguments.join('')))}]`,
        ),
    }),
  }),
  ...Object.entries({
    '401': refusing(401, 'invalid_api_key', 'The key is not valid.'),
    '403': refusing(403, 'model_not_permitted', 'This account may not use the model.'),
    '404': refusing(404, 'model_not_found', "The model 'demo-faults' does not exist."),
    '429': refusing(429, 'rate_limit_exceeded', 'Too many requests.', 2),
    '500': refusing(500, 'internal_error', 'The service failed at this request.'),
    '503': refusing(503, 'unavailable', 'The model is not available for now.', 2),
    context: refusing(400, 'context_length_exceeded', 'The messages exceed the context length.'),
    quota: refusing(429, 'insufficient_quota', 'The account has no balance left.'),
  }),
]);

const page = '<!doctype html>\n<title>Sign in</title>\n<p>Please sign in to use the network.</p>\n';

const list = [
  '# Faults to try',
  'Send one of these words, and this model misbehaves in that way. None of it can do harm.',
  `| Send | What happens |\n| :-- | :-- |\n${Array.from(
    faults,
    ([word, { says }]) => `| \`${word}\` | ${says} |`,
  ).join('\n')}`,
  'A number after `429` or `503` says how many seconds to wait before the next try: `429 10`.',
].join('\n\n');

/**
 * Simulates the fault that `prompt` names first; without one, replies with the list of faults. Only the
 * last paragraph counts: the messages of turns without a reply stand above it.
 */
export function faultAnswer(prompt: string): Answer {
  const paragraph =
    prompt
      .trimEnd()
      .split(/\n\s*\n/u)
      .at(-1) ?? '';
  const words = paragraph.toLowerCase().match(/[a-z]+|\d+/gu) ?? [];
  const at = words.findIndex((word) => faults.has(word));
  const next = words[at + 1] ?? '';
  const number = /^\d{1,4}$/u.test(next) ? Number(next) : undefined;
  return faults.get(words[at] ?? '')?.answer(number) ?? { text: list };
}

function answering(says: string, answer: Answer): Fault {
  return { says, answer: () => answer };
}

/** A status in place of a reply. `waitSeconds` is the `Retry-After`, unless the prompt has a number. */
function refusing(status: number, code: string, message: string, waitSeconds?: number): Fault {
  return {
    says: `status ${status}, \`${code}\``,
    answer: (number) => {
      throw new DemoFailure(status, code, message, {
        ...(waitSeconds !== undefined && {
          headers: { 'retry-after': String(number ?? waitSeconds) },
        }),
      });
    },
  };
}

/** The events before the chunk with the finish reason. */
function withoutEnd(events: readonly string[]): readonly string[] {
  return events.slice(
    0,
    events.findLastIndex((event) => event.includes('"finish_reason":"')),
  );
}

function firstHalf(body: string): string {
  return body.slice(0, body.length / 2);
}

import * as l10n from '@vscode/l10n';
import type { Answer } from './answer.ts';
import type { ChunkEvents } from './completionBody.ts';
import { DemoFailure, errorBody } from './demoFailure.ts';

/** A fault that `demo-faults` can simulate (`docs/service-interface.md`, "The embedded service" 3). */
interface Fault {
  /** What happens, for the list of faults. */
  readonly says: string;
  /** `number` is the number after the word of the fault. Throws `DemoFailure` for a status. */
  answer(number: number | undefined): Answer;
}

const toolArguments = ['{"city": ', '"Reykjavík", ', '"days": 3}'];

function toolCall(json: string): object {
  return { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: json } };
}

/** The faults by the words that ask for them. */
function faults(): ReadonlyMap<string, Fault> {
  return new Map([endings(), contents(), refusals()].flatMap((some) => Object.entries(some)));
}

type Faults = Readonly<Record<string, Fault>>;

/** Replies that do not end as they should. */
function endings(): Faults {
  return {
    cut: answering(l10n.t('The stream ends without a finish reason and without `[DONE]`.'), {
      text: l10n.t({
        message: 'This reply begins like any other and then ends in the middle of',
        comment: ['The sentence is meant to be incomplete.'],
      }),
      spoilStream: withoutEnd,
      spoilBody: firstHalf,
    }),
    stall: answering(l10n.t('Some text arrives, and then nothing more.'), {
      text: l10n.t(
        'This reply begins like any other, and then nothing more arrives. Select Stop to end it.',
      ),
      spoilStream: withoutEnd,
      spoilBody: firstHalf,
      hangs: true,
    }),
    error: answering(
      l10n.t('The service reports an error in the middle of the stream.'),
      brokenOff(l10n.t('This reply begins like any other, and then the service reports an error.')),
    ),
    length: answering(l10n.t('Truncated at the token limit.'), {
      text: l10n.t({
        message: 'This reply begins like any other and then ends in the middle of',
        comment: ['The sentence is meant to be incomplete.'],
      }),
      finishReason: 'length',
    }),
  };
}

/** A reply after whose text the service reports an error. */
export function brokenOff(text: string): Answer {
  return {
    text,
    spoilStream: (events) => [...withoutEnd(events), `data: ${errorBody(overloaded())}\n\n`],
    spoilBody: () => {
      throw overloaded();
    },
  };
}

function overloaded(): DemoFailure {
  return new DemoFailure(500, 'overloaded', l10n.t('The model stopped working on this reply.'));
}

/** Replies with unusual contents. */
function contents(): Faults {
  return {
    garbage: answering(l10n.t('One line of the stream is not JSON.'), {
      text: l10n.t('One line of this stream could not be read. The others are complete.'),
      spoilStream: (events) => events.toSpliced(4, 0, 'data: {"choices": [{"delta"\n\n'),
      spoilBody: firstHalf,
    }),
    html: answering(l10n.t('A web page arrives instead of a reply.'), {
      text: '',
      spoilStream: () => [page()],
      spoilBody: page,
      contentType: 'text/html; charset=utf-8',
    }),
    empty: answering(l10n.t('The reply is empty.'), { text: '' }),
    reasoning: answering(l10n.t('No fault: reasoning arrives before the reply.'), {
      text: l10n.t('The reasoning came before this sentence.'),
      spoilStream: (events, chunks) => events.toSpliced(1, 0, ...reasoningEvents(chunks)),
    }),
    tool: answering(l10n.t('No fault: the model calls a tool that was not offered.'), {
      text: '',
      finishReason: 'tool_calls',
      spoilStream: (events, chunks) => events.toSpliced(1, 0, ...toolCallEvents(chunks)),
      spoilBody: (body) =>
        body.replace(
          '"content":""',
          `"content":null,"tool_calls":[${JSON.stringify(toolCall(toolArguments.join('')))}]`,
        ),
    }),
  };
}

/** Reasoning in two pieces. */
function reasoningEvents(chunks: ChunkEvents): readonly string[] {
  const reasoning = l10n.t('The message asks for reasoning, so some comes first.');
  const middle = Math.ceil(reasoning.length / 2);
  return [reasoning.slice(0, middle), reasoning.slice(middle)].map((piece) =>
    chunks.delta({ reasoning_content: piece }),
  );
}

function toolCallEvents(chunks: ChunkEvents): readonly string[] {
  return [
    chunks.delta({ tool_calls: [{ index: 0, ...toolCall('') }] }),
    ...toolArguments.map((piece) =>
      chunks.delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    ),
  ];
}

function page(): string {
  return '<!doctype html>\n<title>Sign in</title>\n<p>Sign in to use the network.</p>\n';
}

/** Statuses in place of a reply. */
function refusals(): Faults {
  return {
    '401': refusing(401, 'invalid_api_key', l10n.t('The service rejected the key.')),
    '403': refusing(403, 'model_not_permitted', l10n.t('The request is not permitted.')),
    '404': refusing(
      404,
      'model_not_found',
      l10n.t('The model “{0}” does not exist.', 'demo-faults'),
    ),
    '429': refusing(429, 'rate_limit_exceeded', l10n.t('Rate limit reached.'), 2),
    '500': refusing(500, 'internal_error', l10n.t('The service could not process the request.')),
    '503': refusing(503, 'unavailable', l10n.t('The model is busy.'), 2),
    context: refusing(
      400,
      'context_length_exceeded',
      l10n.t('The chat is too long for the model.'),
    ),
    quota: refusing(429, 'insufficient_quota', l10n.t('The account has no quota or credit left.')),
  };
}

/** The list of the faults, as Markdown. */
function list(all: ReadonlyMap<string, Fault>): string {
  return [
    `# ${l10n.t('Faults to try')}`,
    l10n.t('Send one of these words to simulate the fault. Nothing can be damaged.'),
    [
      `| ${l10n.t('Send')} | ${l10n.t('What happens')} |`,
      '| :-- | :-- |',
      ...Array.from(all, ([word, { says }]) => `| \`${word}\` | ${says} |`),
    ].join('\n'),
    l10n.t(
      'A number after `429` or `503` sets the seconds to wait before the next attempt, such as `429 10`.',
    ),
  ].join('\n\n');
}

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
  const all = faults();
  const at = words.findIndex((word) => all.has(word));
  const next = words[at + 1] ?? '';
  const number = /^\d{1,4}$/u.test(next) ? Number(next) : undefined;
  return all.get(words[at] ?? '')?.answer(number) ?? { text: list(all) };
}

function answering(says: string, answer: Answer): Fault {
  return { says, answer: () => answer };
}

/** A status in place of a reply. `waitSeconds` is the `Retry-After`, unless the prompt has a number. */
function refusing(status: number, code: string, message: string, waitSeconds?: number): Fault {
  return {
    says: l10n.t('Status {0}, code {1}', String(status), `\`${code}\``),
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

import { l10n } from 'vscode';
import { costText } from '../../conversation/cost.ts';
import type { ResponseHead } from '../../service/endpoint.ts';
import { formatNumber } from '../../shared/language.ts';
import type { Price } from '../../shared/models/prices.ts';
import type { ChatCompletionRequest, Usage } from '../../shared/service/chatCompletion.ts';
import { addAdjustments, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { Connection } from '../connections/connection.ts';
import type { Outcome } from './diagnosis.ts';
import { headerFacts } from './modelsStep.ts';
import { errorOutcome, outcome } from './outcomes.ts';
import { takeStep, type Walk } from './walk.ts';

/** How many tokens are requested: first one, then as many as show whether something buffers the stream. */
const replyTokens = { short: 1, long: 64 } as const;

/** The parameters of the connection that are part of every request; the others change the length or form of a reply. */
const sentParameters = [
  'temperature',
  'top_p',
  'seed',
  'presence_penalty',
  'frequency_penalty',
] as const;

/** A request for so many tokens, with the parameters of the connection, so that a rejected one is found out. */
function replyRequest(
  { parameters = {} }: Connection,
  model: string,
  maxTokens: number,
  adjustments: readonly RequestAdjustment[],
): ChatCompletionRequest {
  return {
    model,
    messages: [{ role: 'user', content: question(maxTokens) }],
    ...Object.fromEntries(sentParameters.map((name) => [name, parameters[name]])),
    max_tokens: maxTokens,
    adjustments: addAdjustments([], adjustments),
  };
}

/** Models read these words, so that they are not translated. */
function question(maxTokens: number): string {
  // A gateway may keep replies to questions that it has seen.
  const first = 100 + Math.floor(Math.random() * 800);
  return maxTokens === replyTokens.short
    ? 'Reply with the word ok.'
    : `Count from ${first} to ${first + 30}.`;
}

/** Tokens of both questions, roughly: the messages with what templates add to them. */
const promptTokens = 60;

/** What the user is told before a reply is requested, with what it costs by the known price. */
export function replyOffer(model: string, price: Price | undefined): string {
  const { short, long } = replyTokens;
  const sent = l10n.t(
    'To check replies and streaming, Parley sends two short messages to {0} and requests up to {1} tokens.',
    model,
    formatNumber(short + long),
  );
  if (price === undefined) {
    return `${sent} ${l10n.t('The cost is not known.')}`;
  }
  const amount = (promptTokens * price.prompt + (short + long) * price.completion) / 1_000_000;
  const cost = costText({ amount, currency: price.currency ?? 'USD' });
  return `${sent} ${l10n.t('It costs about {0} at the known price.', cost)}`;
}

/**
 * Asks the model of the target for one token and, if that is streamed, for more, which shows whether something buffers
 * the stream. Keeps what the service rejects with the walk.
 */
export async function replySteps(walk: Walk): Promise<void> {
  const { findings, target } = walk;
  const { mode } = target.connection;
  const short = await askModel(walk, replyTokens.short);
  if (short === undefined) {
    return;
  }
  findings.set('usage', usageOutcome(short));
  const first = streamingOutcome(mode, short, undefined);
  findings.set('streaming', first);
  const long = first.status === 'fine' ? await askModel(walk, replyTokens.long) : undefined;
  if (long !== undefined) {
    findings.set('streaming', streamingOutcome(mode, long, short.endMs));
  }
}

/** The reply to a question; `undefined` if it failed. */
async function askModel(walk: Walk, maxTokens: number): Promise<CheckedReply | undefined> {
  const { limits, services, target, placeName, rejected } = walk;
  const { model = '' } = target;
  let reply: CheckedReply | undefined;
  await takeStep(walk, {
    step: 'reply',
    tried: `POST ${model}, max_tokens: ${maxTokens}`,
    limitMs: limits.replyMs,
    async work(signal) {
      try {
        reply = await receive(walk, model, maxTokens, signal);
        return replyOutcome(walk, reply);
      } catch (error) {
        signal.throwIfAborted();
        const described = services.describeError(error);
        const { refused } = described;
        if (refused !== undefined && !refused.isValue) {
          rejected.push({ field: refused.name, sentAs: refused.otherName });
        }
        return errorOutcome(described, placeName);
      }
    },
    late: errorOutcome({ kind: 'timeout', message: '' }, placeName),
  });
  return reply;
}

/** Of the text of a reply, in characters. */
const maxTextLength = 200;

async function receive(
  { services, rejected, target: { connection } }: Walk,
  model: string,
  maxTokens: number,
  signal: AbortSignal,
): Promise<CheckedReply> {
  const { adjustments } = services.known({ connection, model });
  const request = replyRequest(connection, model, maxTokens, [...adjustments, ...rejected]);
  const beganMs = performance.now();
  const now = (): number => performance.now() - beganMs;
  const piecesMs: number[] = [];
  let head: ResponseHead | undefined;
  let headMs: number | undefined;
  let usage: Usage | undefined;
  let text = '';
  let isHeldBack = false;
  const events = services.stream(services.clients, connection, request, signal, {
    isRepeated: false,
    onResponse(response) {
      head = response;
      headMs = now();
    },
    onArrival(chunkCount) {
      piecesMs.push(...Array.from({ length: chunkCount }, now));
    },
    onDiagnostic(diagnostic) {
      isHeldBack ||= diagnostic.kind === 'heldBack';
      if (diagnostic.kind === 'leftOut') {
        rejected.push({ field: diagnostic.field });
      }
    },
  });
  for await (const event of events) {
    if (event.kind === 'text' || event.kind === 'reasoning') {
      // A reply that is no stream is one piece.
      piecesMs.push(...(piecesMs.length === 0 ? [now()] : []));
      text += event.kind === 'text' ? event.text.slice(0, maxTextLength - text.length) : '';
    } else if (event.kind === 'usage') {
      ({ usage } = event);
    }
  }
  return { head, headMs, piecesMs, endMs: now(), usage, text, isHeldBack };
}

function replyOutcome({ limits }: Walk, { piecesMs, headMs, endMs, text }: CheckedReply): Outcome {
  const firstMs = Math.min(headMs ?? endMs, piecesMs[0] ?? endMs);
  const facts = [
    l10n.t('First byte after {0} s, complete after {1} s.', seconds(firstMs), seconds(endMs)),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ];
  if (piecesMs.length === 0) {
    return outcome('replyEmpty', '', facts);
  }
  return firstMs > limits.slowMs
    ? outcome('slowFirstByte', seconds(firstMs), facts)
    : { status: 'fine', title: l10n.t('The model replied'), facts };
}

function usageOutcome({ usage }: CheckedReply): Outcome {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  return prompt === undefined || completion === undefined
    ? outcome('usageMissing')
    : {
        status: 'fine',
        title: l10n.t(
          'Prompt: {0} tokens, reply: {1} tokens.',
          formatNumber(prompt),
          formatNumber(completion),
        ),
      };
}

/** A reply that arrived, as far as a diagnosis looks at it. Times are in milliseconds after the request was sent. */
interface CheckedReply {
  readonly head: ResponseHead | undefined;
  /** When the head of the response came; missing if it never did. */
  readonly headMs: number | undefined;
  /** When each piece of text or reasoning came. */
  readonly piecesMs: readonly number[];
  readonly endMs: number;
  readonly usage: Usage | undefined;
  /** The beginning of its text. */
  readonly text: string;
  /** Whether the client found that the reply was held back. */
  readonly isHeldBack: boolean;
}

/** Whether a reply was streamed, and whether something between here and the service held it back. */
function streamingOutcome(
  mode: Connection['mode'],
  { head, piecesMs, endMs, isHeldBack }: CheckedReply,
  shortMs: number | undefined,
): Outcome {
  if (mode === 'standard') {
    return {
      status: 'skipped',
      title: l10n.t('The connection uses standard mode: replies come in one piece'),
    };
  }
  const type = head?.headers.get('content-type')?.slice(0, 200) ?? '';
  if (/\bjson\b/i.test(type)) {
    return outcome('notStreamed', '', [type, ...headerFacts(head)]);
  }
  const facts = [
    l10n.t(
      '{0} pieces arrived in {1} blocks, the first after {2} s, the last after {3} s.',
      formatNumber(piecesMs.length),
      formatNumber(blockCount(piecesMs)),
      seconds(piecesMs[0] ?? endMs),
      seconds(piecesMs.at(-1) ?? endMs),
    ),
    ...headerFacts(head),
  ];
  const length = head?.headers.get('content-length')?.slice(0, 100);
  const verdict = streamVerdict(piecesMs, shortMs);
  if (length !== undefined || isHeldBack || verdict === 'heldBack') {
    const stated = length === undefined ? [] : [`content-length: ${length}`];
    return outcome('heldBack', '', [...facts, ...stated]);
  }
  return {
    status: 'fine',
    title:
      verdict === 'flows'
        ? l10n.t('Replies are streamed')
        : l10n.t('Streamed, but too short or too fast to detect buffering'),
    facts,
  };
}

/** With fewer pieces, nothing follows from when they came. */
const leastPieces = 20;

/** Pieces that come closer together than this are one block. A model that writes so fast is rare. In milliseconds. */
const blockGapMs = 5;

/** In a block there are more pieces than a service puts together by itself. */
const leastPiecesInBlock = 8;

/** A reply that begins this much later than one of a single token waited for its own end. In milliseconds. */
const leastWaitMs = 700;

/**
 * Tells whether a streamed reply was held back on its way, if it is neither too short nor too fast to tell. `shortMs`
 * is how long a reply of one token took in all: a longer reply begins as soon, unless something collects it first.
 * Without that, only a silence of three seconds before it counts (`docs/service-interface.md`, "Events" 10).
 */
export function streamVerdict(
  piecesMs: readonly number[],
  shortMs: number | undefined,
): 'flows' | 'heldBack' | 'open' {
  const [firstMs = 0] = piecesMs;
  if (piecesMs.length < leastPieces) {
    return 'open';
  }
  const blocks = blockCount(piecesMs);
  if (piecesMs.length / blocks < leastPiecesInBlock) {
    return 'flows';
  }
  const isLate = firstMs >= 3000 || (shortMs !== undefined && firstMs - shortMs >= leastWaitMs);
  return blocks > 1 || isLate ? 'heldBack' : 'open';
}

function blockCount(piecesMs: readonly number[]): number {
  return piecesMs.filter(
    (atMs, index) => index === 0 || atMs - (piecesMs[index - 1] ?? atMs) > blockGapMs,
  ).length;
}

/** A span of time in seconds, with one decimal. */
function seconds(ms: number): string {
  return formatNumber(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}

import * as l10n from '@vscode/l10n';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type { Outcome, ServiceEvent, Usage } from '../../shared/service/chatCompletion.ts';
import { type ReceivedToolCall, withToolCall } from '../../shared/service/toolCall.ts';
import type { CallOptions } from '../endpoint.ts';
import type { ByteSource } from '../http/byteSource.ts';
import { createChoiceFinder, messageOf } from './choiceFinder.ts';
import { startedEvent } from './chunkReader.ts';
import { outcomeOf, readFinishReason } from './finishReason.ts';
import { createMessageReader } from './messageReader.ts';
import type { OpenResponse } from '../http/openResponse.ts';
import { readJson, throwIfRemark } from '../http/readJson.ts';
import { createReplyLimit, type ReplyLimit, replyTooLong } from './replyLimit.ts';
import { ServiceError } from '../serviceError.ts';
import { cutError, watchForCut } from './silentCut.ts';
import { readUsage, usageIn } from './usageReader.ts';
import { withPiece } from '../../shared/reasoning/reasoningReader.ts';

/** A whole reply. */
export interface Completion {
  /** The request ID of the response's headers, else the completion's `id`. */
  readonly requestId: string | undefined;
  /** The model that replied. */
  readonly model: string | undefined;
  /** Unix time in seconds. */
  readonly created: number | undefined;
  /** As in the event `started`. */
  readonly fingerprint?: string | undefined;
  readonly provider?: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  /** The service's `reasoning_details`; missing if it sent none. */
  readonly reasoningDetails?: readonly WireObject[] | undefined;
  /** The images as Base64; missing if the reply has none. */
  readonly images?: readonly string[] | undefined;
  /** Missing if the reply has none. */
  readonly toolCalls?: readonly ReceivedToolCall[] | undefined;
  readonly usage?: Usage | undefined;
  /** As the service sent it; `null` if it sent none. */
  readonly finishReason: string | null;
  readonly outcome: Outcome;
}

/** What reading depends on. */
interface ReadingOptions extends Pick<CallOptions, 'onDiagnostic'> {
  /** Whether the request offered tools. */
  readonly hasTools: boolean;
}

/** A whole reply as the events of a stream that says the same. */
interface WholeReply {
  readonly events: readonly ServiceEvent[];
  /** The error that ends it, in place of `ended`. */
  readonly error?: ServiceError | undefined;
}

/**
 * Reads a reply in standard mode (`docs/service-interface.md`, "Chat completion object"). Throws
 * `ServiceError`: `protocol` if the body is not a completion, `server` or a clearer kind if it is an
 * error object.
 */
export async function readCompletion(
  opened: OpenResponse,
  source: ByteSource,
  options: ReadingOptions,
): Promise<WholeReply> {
  const reply = await readJson(opened, source);
  const choice = isRecord(reply) ? createChoiceFinder()(reply['choices']) : undefined;
  if (!isRecord(reply) || choice === undefined) {
    throwIfRemark(reply, opened);
    throw new ServiceError('protocol', l10n.t('The service sent JSON that is not a chat reply.'), {
      tried: opened.call.tried,
      status: opened.response.status,
    });
  }
  const { headers } = opened.response;
  const limit = createReplyLimit();
  const { kind: _kind, ...started } = startedEvent(reply, headers);
  const finishReason = readFinishReason(choice);
  const usage = usageIn(reply, choice);
  const events = completionEvents({
    ...messageEvents(messageOf(choice), limit, options).reduce(withEvent, emptyCompletion),
    ...started,
    ...(usage === undefined ? {} : { usage: withCost(readUsage(usage), headers) }),
    finishReason,
    outcome: outcomeOf(finishReason, true),
  });
  if (limit.isExceeded) {
    return { events: events.slice(0, -1), error: replyTooLong(opened.call.tried) };
  }
  return watchForCut()(events)
    ? { events: events.slice(0, -1), error: cutError(opened) }
    : { events };
}

/**
 * The usage with the cost that LiteLLM states in a header of whole replies, in US dollars. It states 0 for a
 * model whose price it does not know. With a stream it states the cost in the usage.
 */
function withCost(usage: Usage, headers: Headers): Usage {
  const stated = { cost: Number(headers.get('x-litellm-response-cost')?.slice(0, 40) ?? NaN) };
  return Number.isFinite(stated.cost) && stated.cost > 0 ? { ...stated, ...usage } : usage;
}

function messageEvents(
  message: unknown,
  limit: ReplyLimit,
  { hasTools, onDiagnostic }: ReadingOptions,
): readonly ServiceEvent[] {
  const reader = createMessageReader({ limit, hasTools });
  const events: ServiceEvent[] = [];
  reader.read(message, events);
  reader.flush(events);
  if (!limit.isExceeded) {
    reader.end(events);
  }
  if (reader.lostImages > 0) {
    onDiagnostic?.({ kind: 'lostImages', count: reader.lostImages });
  }
  return events;
}

const emptyCompletion: Completion = {
  requestId: undefined,
  model: undefined,
  created: undefined,
  text: '',
  reasoning: '',
  finishReason: null,
  outcome: 'truncated',
};

function completionEvents(completion: Completion): readonly ServiceEvent[] {
  const { requestId, model, created, text, reasoning, usage, finishReason, outcome } = completion;
  const {
    toolCalls = [],
    images = [],
    reasoningDetails: details,
    fingerprint,
    provider,
  } = completion;
  return [
    {
      kind: 'started',
      requestId,
      model,
      created,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(provider === undefined ? {} : { provider }),
    },
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...images.map((data) => ({ kind: 'image', data }) as const),
    ...toolCalls.map(callEvent),
    ...(usage === undefined ? [] : [{ kind: 'usage', usage } as const]),
    ...(details === undefined ? [] : [{ kind: 'reasoningDetails', details } as const]),
    { kind: 'ended', finishReason, outcome },
  ];
}

function callEvent(
  { id, name, arguments: json, isCut, extraContent }: ReceivedToolCall,
  index: number,
): ServiceEvent {
  const event = { kind: 'toolCall', index, id, name, arguments: json } as const;
  return {
    ...event,
    ...(isCut === undefined ? {} : { isCut }),
    ...(extraContent === undefined ? {} : { extraContent }),
  };
}

/** The whole reply of a stream. Throws what `batches` throws. */
export async function collectCompletion(
  batches: AsyncIterable<readonly ServiceEvent[]>,
): Promise<Completion> {
  let completion = emptyCompletion;
  for await (const events of batches) {
    completion = events.reduce(withEvent, completion);
  }
  return completion;
}

function withEvent(completion: Completion, event: ServiceEvent): Completion {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'textWasReasoning':
      return withPiece(completion, event);
    case 'image':
      return { ...completion, images: [...(completion.images ?? []), event.data] };
    case 'toolCall':
      return { ...completion, toolCalls: withToolCall(completion.toolCalls, event) };
    case 'reasoningDetails':
      return { ...completion, reasoningDetails: event.details };
    case 'started':
    case 'usage':
    case 'ended': {
      const { kind: _kind, ...facts } = event;
      return { ...completion, ...facts };
    }
  }
}

import * as l10n from '@vscode/l10n';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import { withPiece } from '../../shared/reasoning/reasoningReader.ts';
import type { ReplyPiece, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { ArrivalWatch } from './arrivals.ts';
import { ChunkReader } from './chunkReader.ts';
import { isError, isRemark } from '../errors/classifyError.ts';
import type { CallOptions } from '../endpoint.ts';
import { errorFromObject, responseFacts } from '../http/errorFromResponse.ts';
import { throwIfRemark } from '../http/answer.ts';
import { createChoiceFinder } from './choice.ts';
import { readableText, safeExcerpt } from '../excerpt.ts';
import type { OpenResponse } from '../http/openResponse.ts';
import { parseJson } from '../parseJson.ts';
import { cutError, replyTooLong, watchForCut } from './cutReply.ts';
import type { ReplyMode } from '../http/request.ts';
import { ServiceError } from '../serviceError.ts';
import { SkippedEventCount } from './skippedEvents.ts';
import { EventStreamDecoder, doneData, type ServerSentEvent } from './eventStream.ts';

/** The events of one piece of the body. */
interface Batch {
  readonly events: readonly ServiceEvent[];
  /** Whether the reply has ended; nothing after that is read. */
  readonly isEnd: boolean;
  /** The error that ended the reply. */
  readonly error?: ServiceError | undefined;
}

/** What a reader depends on. */
interface StreamReaderOptions extends Pick<CallOptions, 'onDiagnostic' | 'onArrival'> {
  readonly mode: ReplyMode;
  /** Whether the request offered tools. */
  readonly hasTools: boolean;
}

/** Reads the reply in an open response that is an event stream (`docs/service-interface.md`, "Events"). */
export class StreamReader {
  readonly #opened: OpenResponse;
  readonly #onDiagnostic: CallOptions['onDiagnostic'];
  readonly #onArrival: CallOptions['onArrival'];
  readonly #decoder = new EventStreamDecoder(true);
  readonly #chunks: ChunkReader;
  readonly #skipped = new SkippedEventCount();
  readonly #isCut = watchForCut();
  #eventCount = 0;
  /** What the service said in place of a chunk, if that need not be an error. */
  #remark: WireObject | undefined;
  readonly #arrivals: ArrivalWatch | undefined;

  constructor(opened: OpenResponse, options: StreamReaderOptions) {
    const { mode, hasTools, onDiagnostic, onArrival } = options;
    this.#opened = opened;
    this.#onDiagnostic = onDiagnostic;
    this.#onArrival = onArrival;
    this.#chunks = new ChunkReader(opened.response.headers, hasTools);
    this.#arrivals = mode === 'streamed' ? new ArrivalWatch(opened.sentAtMs) : undefined;
  }

  /** Whether the finish reason has arrived; if the body then breaks off, the reply has ended. */
  get isFinished(): boolean {
    return this.#chunks.finishReason !== null;
  }

  /**
   * Reads one piece of the body; `undefined` is its end, and `isBroken` says that it broke off. Throws
   * `ServiceError` of kind `protocol`.
   */
  read(bytes: Uint8Array | undefined, isBroken: boolean): Batch {
    const arrived = bytes ? this.#decoder.decode(bytes) : this.#decoder.end();
    const events: ServiceEvent[] = [];
    const saidBefore = this.#chunks.saidCount;
    const result = this.#readEvents(arrived, events);
    this.#chunks.giveWords(events);
    if (result instanceof ServiceError) {
      return { events: [...events, ...this.flush()], isEnd: true, error: result };
    }
    const isEnd = result || bytes === undefined;
    const hasEnded = this.isFinished || (result && this.#chunks.hasBegun);
    const { failure } = this.#skipped;
    if (isEnd && !this.isFinished && this.#chunks.hasBegun && failure !== '') {
      const error = errorFromObject(readableText(failure), this.#opened, 'stream');
      return { events: [...events, ...this.flush()], isEnd, error };
    }
    if (isEnd && !hasEnded && this.#remark !== undefined) {
      return { events, isEnd, error: errorFromObject(this.#remark, this.#opened, 'stream') };
    }
    if (isEnd) {
      events.push(...this.#endEvents(result, isBroken));
    }
    const saidCount = this.#chunks.saidCount - saidBefore;
    this.#arrivals?.arrived(performance.now(), saidCount);
    const silenceMs = isEnd ? this.#arrivals?.heldBackMs() : undefined;
    if (silenceMs !== undefined) {
      this.#onDiagnostic?.({ kind: 'heldBack', silenceMs });
    }
    if (saidCount > 0) {
      this.#onArrival?.(saidCount);
    }
    return this.#isCut(events)
      ? { events: events.slice(0, -1), isEnd, error: cutError(this.#opened) }
      : { events, isEnd };
  }

  /**
   * Reads a reply in standard mode (`docs/service-interface.md`, "Chat completion object"), which is a stream of one
   * chunk, but that all is known of it. Throws `ServiceError`: `protocol` if the body is not a completion, `server` or a
   * clearer kind if it is an error object.
   */
  readWhole(reply: unknown): Batch {
    const opened = this.#opened;
    if (!isRecord(reply) || createChoiceFinder()(reply['choices']) === undefined) {
      throwIfRemark(reply, opened);
      throw new ServiceError(
        'protocol',
        l10n.t('The service sent JSON that is not a chat reply.'),
        {
          tried: opened.call.tried,
          status: opened.response.status,
        },
      );
    }
    const events: ServiceEvent[] = [];
    this.#chunks.read(reply, events);
    this.#chunks.giveWords(events);
    if (this.#chunks.isTooLong) {
      const error = replyTooLong(opened.call.tried);
      return { events: wholeEvents([...events, ...this.flush()], opened), isEnd: true, error };
    }
    const all = wholeEvents([...events, ...this.#endEvents(true, false)], opened);
    return this.#isCut(all)
      ? { events: all.slice(0, -1), isEnd: true, error: cutError(opened) }
      : { events: all, isEnd: true };
  }

  /** The events that are kept back, for a reply that fails: nothing follows. */
  flush(): readonly ServiceEvent[] {
    return this.#chunks.end();
  }

  /** Reports what was skipped, unless the end of the reply has done so. */
  close(): void {
    this.#skipped.report(this.#onDiagnostic);
  }

  /** Appends the events of the reply. Gives whether it has ended, or the error that ended it. */
  #readEvents(arrived: readonly ServerSentEvent[], events: ServiceEvent[]): boolean | ServiceError {
    const chunks = this.#chunks;
    let index = this.#eventCount;
    this.#eventCount += arrived.length;
    let isProgress = false;
    let isDone = false;
    for (const one of arrived) {
      const { event, data, isUnknownLine } = one;
      if (data === doneData) {
        isDone = true;
        break;
      }
      const value = parseJson(data);
      // A line without a field is no chunk, even if it is JSON. It can be an error.
      const chunk = isUnknownLine !== true && isRecord(value) ? value : undefined;
      if (event === 'error' || isError(value)) {
        return errorFromObject(value ?? data, this.#opened, 'stream');
      }
      const lines = chunk === undefined ? linesOf(one) : [];
      if (lines.length > 0) {
        const result = this.#readEvents(lines, events);
        if (result !== false) {
          return result;
        }
      } else if (chunk === undefined) {
        this.#skipped.note(data, index);
      } else if (isRemark(chunk)) {
        this.#remark = chunk;
      } else if (chunks.read(chunk, events)) {
        isProgress = true;
        this.#skipped.goOn();
      }
      index += 1;
    }
    if (chunks.isTooLong) {
      return replyTooLong(this.#opened.call.tried);
    }
    if (isProgress) {
      this.#opened.deadline.noteData();
    }
    return isDone;
  }

  #endEvents(isDone: boolean, isBroken: boolean): readonly ServiceEvent[] {
    if (!this.#chunks.hasBegun) {
      throw noReply(this.#opened, this.#skipped.words);
    }
    // What is reported after the last event of a reply comes too late.
    this.close();
    if (this.#chunks.lostImages > 0) {
      this.#onDiagnostic?.({ kind: 'lostImages', count: this.#chunks.lostImages });
    }
    if (!isDone && this.isFinished) {
      this.#onDiagnostic?.({ kind: 'endMarkMissing', isBroken });
    }
    return this.#chunks.end(isDone);
  }
}

/** The events of a whole reply: what is reasoning is known, and its usage has the cost in the headers. */
function wholeEvents(
  events: readonly ServiceEvent[],
  { response: { headers } }: OpenResponse,
): readonly ServiceEvent[] {
  const { text, reasoning } = events.filter(isPiece).reduce(withPiece, { text: '', reasoning: '' });
  const [started, ...others] = events
    .filter((event) => !isPiece(event))
    .map((event) => withCost(event, headers));
  return [
    ...(started === undefined ? [] : [started]),
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...others,
  ];
}

function isPiece(event: ServiceEvent): event is ReplyPiece {
  return event.kind === 'text' || event.kind === 'reasoning' || event.kind === 'textWasReasoning';
}

/**
 * The usage with the cost that LiteLLM states in a header of whole replies, in US dollars. It states 0 for a
 * model whose price it does not know. With a stream it states the cost in the usage.
 */
function withCost(event: ServiceEvent, headers: Headers): ServiceEvent {
  const stated = { cost: Number(headers.get('x-litellm-response-cost')?.slice(0, 40) ?? NaN) };
  return event.kind === 'usage' && Number.isFinite(stated.cost) && stated.cost > 0
    ? { kind: 'usage', usage: { ...stated, ...event.usage } }
    : event;
}

/** A line break; or nothing, where the next chunk or `[DONE]` follows a chunk at once, perhaps with a field name. */
const betweenEvents = /\n|(?<=\})[ \t]*(?:data:[ \t]*(?=\{)|(?:data:[ \t]*)?(?=\{"|\[DONE\]))/;

/**
 * An event for each line of data in several lines that is not JSON as a whole: some services send no empty line
 * between their events, or not even a line break. None if no line is a chunk or `[DONE]` either.
 */
function linesOf({ event, data, id }: ServerSentEvent): readonly ServerSentEvent[] {
  const lines = data.split(betweenEvents);
  return lines.length > 1 && lines.some((line) => line === doneData || isRecord(parseJson(line)))
    ? lines.map((line) => ({ event, data: line, id }))
    : [];
}

/** The error of a stream that ended without any part of a reply, with the words that were skipped. */
function noReply(opened: OpenResponse, words: string): ServiceError {
  return new ServiceError(
    'protocol',
    l10n.t('The service closed the stream without sending a reply.'),
    {
      ...responseFacts(opened),
      detail: safeExcerpt(words, opened.endpoint.redact),
    },
  );
}

import * as l10n from '@vscode/l10n';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { watchArrivals } from './arrivals.ts';
import { type ChunkReader, createChunkReader } from './chunkReader.ts';
import { isError, isRemark } from '../errors/classifyError.ts';
import type { CallOptions } from '../endpoint.ts';
import { errorFromObject, responseFacts } from '../http/errorFromResponse.ts';
import { readableText, safeExcerpt } from '../excerpt.ts';
import type { OpenResponse } from '../http/openResponse.ts';
import { parseJson } from '../parseJson.ts';
import { replyTooLong } from './replyLimit.ts';
import type { ReplyMode } from '../http/request.ts';
import { ServiceError } from '../serviceError.ts';
import { cutError, watchForCut } from './silentCut.ts';
import { countSkippedEvents } from './skippedEvents.ts';
import { createEventStreamDecoder, doneData, type ServerSentEvent } from './sse.ts';

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
  readonly #decoder = createEventStreamDecoder({ isForReply: true });
  readonly #chunks: ChunkReader;
  readonly #skipped = countSkippedEvents();
  readonly #isCut = watchForCut();
  #eventCount = 0;
  /** What the service said in place of a chunk, if that need not be an error. */
  #remark: WireObject | undefined;
  readonly #noteArrival: ReturnType<typeof watchArrivals> | undefined;

  constructor(opened: OpenResponse, options: StreamReaderOptions) {
    const { mode, hasTools, onDiagnostic, onArrival } = options;
    this.#opened = opened;
    this.#onDiagnostic = onDiagnostic;
    this.#onArrival = onArrival;
    this.#chunks = createChunkReader(opened.response.headers, hasTools);
    this.#noteArrival =
      mode === 'streamed' ? watchArrivals(opened.sentAtMs, onDiagnostic) : undefined;
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
    this.#noteArrival?.(saidCount, isEnd);
    if (saidCount > 0) {
      this.#onArrival?.(saidCount);
    }
    return this.#isCut(events)
      ? { events: events.slice(0, -1), isEnd, error: cutError(this.#opened) }
      : { events, isEnd };
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

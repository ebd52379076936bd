import { isRecord, type WireObject } from '../../shared/guards.ts';
import { ReasoningReader } from '../../shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { createMessageReasoning } from './messageReasoning.ts';
import { messageText } from './messageText.ts';
import { createReasoningDetails } from './reasoningDetails.ts';
import { createReplyImages } from './replyImages.ts';
import type { ReplyLimit } from './replyLimit.ts';
import { createToolCallReader } from './toolCalls.ts';

/** Reads what a model says in the messages or deltas of one reply. */
export interface MessageReader {
  /**
   * Appends what a message or a delta says: reasoning, then text, then images, then tool calls. Gives whether it says
   * anything; what it says may be kept back until more is known.
   */
  read(message: unknown, events: ServiceEvent[]): boolean;
  /** Appends what is still kept back. Nothing may be read after that. */
  flush(events: ServiceEvent[]): void;
  /** Appends what is known at the end of a whole reply only. */
  end(events: ServiceEvent[]): void;
  /** How many images were left out, because there were too many or they are too large. */
  readonly lostImages: number;
}

/** What a reader depends on. */
interface MessageReaderOptions {
  readonly limit: ReplyLimit;
  /** Whether the request offered tools. */
  readonly hasTools: boolean;
}

/** Makes a reader for one reply. */
export function createMessageReader({ limit, hasTools }: MessageReaderOptions): MessageReader {
  const toolCalls = createToolCallReader(hasTools);
  const tagged = new ReasoningReader();
  const details = createReasoningDetails();
  const reasoningOf = createMessageReasoning(details);
  const images = createReplyImages();
  return {
    read(message, events) {
      if (!isRecord(message)) {
        return false;
      }
      const countBefore = events.length;
      const reasoning = reasoningOf(message);
      if (reasoning !== '') {
        const taken = limit.take(reasoning);
        tagged.noteField(taken);
        events.push({ kind: 'reasoning', text: taken });
      }
      const text = messageText(message);
      if (text !== '') {
        tagged.read(limit.take(text), events);
      }
      // Few messages have any of these.
      const named = hasImages(message) ? images.read(message, events) : '';
      if (named !== '') {
        tagged.read(limit.take(named), events);
      }
      const hasCalls =
        (message['tool_calls'] !== undefined || message['function_call'] !== undefined) &&
        toolCalls.read(message, events);
      return hasCalls || text !== '' || named !== '' || events.length > countBefore;
    },
    flush: (events) => tagged.end(events),
    get lostImages() {
      return images.lostCount;
    },
    end(events) {
      const all = details.all();
      if (all !== undefined) {
        events.push({ kind: 'reasoningDetails', details: all });
      }
    },
  };
}

function hasImages({ images, content }: WireObject): boolean {
  return Array.isArray(images) || (typeof content === 'object' && content !== null);
}

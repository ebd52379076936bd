import { isRecord, type WireObject } from '../../shared/guards.ts';
import { ReasoningReader } from '../../shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { createMessageReasoning } from './messageReasoning.ts';
import { ImagesInText } from './images/imagesInText.ts';
import { messageText } from './messageText.ts';
import { createReasoningDetails } from './reasoningDetails.ts';
import { createReplyImages, type ReplyImages } from './images/replyImages.ts';
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
  const details = createReasoningDetails();
  const reasoningOf = createMessageReasoning(details);
  const images = createReplyImages();
  const words = createWordReader(limit, images);
  return {
    read(message, events) {
      if (!isRecord(message)) {
        return false;
      }
      const countBefore = events.length;
      const reasoning = reasoningOf(message);
      words.readReasoning(reasoning, events);
      const text = messageText(message);
      words.readText(text, events);
      // Few messages have any of these.
      const named = hasImages(message) ? images.read(message, events) : '';
      words.readText(named, events);
      const hasCalls =
        (message['tool_calls'] !== undefined || message['function_call'] !== undefined) &&
        toolCalls.read(message, events);
      return hasCalls || reasoning + text + named !== '' || events.length > countBefore;
    },
    flush: (events) => words.flush(events),
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

/** Reads the words of one reply: takes images out of them, and tells reasoning from text. */
interface WordReader {
  readReasoning(reasoning: string, events: ServiceEvent[]): void;
  readText(text: string, events: ServiceEvent[]): void;
  /** Appends what is still kept back. */
  flush(events: ServiceEvent[]): void;
}

function createWordReader(limit: ReplyLimit, images: ReplyImages): WordReader {
  const tagged = new ReasoningReader();
  let into: ServiceEvent[] = [];
  let isReasoning = false;
  const image = (data: string | undefined): void => images.take(data, into);
  const inText = new ImagesInText({
    text: (text) => tagged.read(limit.take(text), into),
    image,
  });
  const inReasoning = new ImagesInText({
    text(text) {
      const taken = limit.take(text);
      tagged.noteField(taken);
      into.push({ kind: 'reasoning', text: taken });
    },
    image,
  });
  return {
    readReasoning(reasoning, events) {
      if (reasoning !== '') {
        into = events;
        isReasoning = true;
        inReasoning.read(reasoning);
      }
    },
    readText(text, events) {
      if (text !== '') {
        into = events;
        if (isReasoning) {
          isReasoning = false;
          inReasoning.end();
        }
        inText.read(text);
      }
    },
    flush(events) {
      into = events;
      inReasoning.end();
      inText.end();
      tagged.end(events);
    },
  };
}

function hasImages({ images, content }: WireObject): boolean {
  return Array.isArray(images) || (typeof content === 'object' && content !== null);
}

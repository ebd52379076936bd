import { isRecord, type WireObject } from '../../shared/guards.ts';
import { ReasoningReader } from '../../shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { createMessageReasoning } from './messageReasoning.ts';
import { ImagesInText } from './images/imagesInText.ts';
import { messageText } from './messageText.ts';
import { createReasoningDetails } from './reasoningDetails.ts';
import { createReplyImages, type ReplyImages } from './images/replyImages.ts';
import type { ReplyLimit } from './replyLimit.ts';
import { createToolCallReader } from './toolCallReader.ts';

/** Reads what a model says in the messages or deltas of one reply. */
export interface MessageReader {
  /**
   * Appends what a message or a delta says: reasoning, then text, then images, then tool calls. Gives whether it says
   * anything; what it says may be kept back until more is known. Its last words wait for `giveWords`.
   */
  read(message: unknown, events: ServiceEvent[]): boolean;
  /** Appends the words that were read. To look for marks and images in those of each delta takes much longer. */
  giveWords(events: ServiceEvent[]): void;
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
  function readOthers(message: WireObject, events: ServiceEvent[]): boolean {
    words.give(events);
    const countBefore = events.length;
    const named = images.read(message, events);
    words.readText(named, events);
    words.give(events);
    const hasCalls = toolCalls.read(message, events);
    return hasCalls || named !== '' || events.length > countBefore;
  }
  return {
    read(message, events) {
      if (!isRecord(message)) {
        return false;
      }
      const reasoning = reasoningOf(message);
      words.readReasoning(reasoning, events);
      const text = messageText(message);
      words.readText(text, events);
      const hasWords = reasoning !== '' || text !== '';
      return (hasOthers(message) && readOthers(message, events)) || hasWords;
    },
    giveWords: (events) => words.give(events),
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
  /** Reads reasoning, and appends text that came before it. */
  readReasoning(reasoning: string, events: ServiceEvent[]): void;
  /** Reads text, and appends reasoning that came before it. */
  readText(text: string, events: ServiceEvent[]): void;
  /** Appends what has been read and is not kept back. */
  give(events: ServiceEvent[]): void;
  /** Appends that, and what is still kept back. */
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
  let arrived = '';
  function give(events: ServiceEvent[]): void {
    into = events;
    if (arrived !== '') {
      const words = arrived;
      arrived = '';
      (isReasoning ? inReasoning : inText).read(words);
    }
  }
  return {
    readReasoning(reasoning, events) {
      if (reasoning !== '' && !isReasoning) {
        give(events);
        isReasoning = true;
      }
      arrived += reasoning;
    },
    readText(text, events) {
      if (text !== '' && isReasoning) {
        give(events);
        isReasoning = false;
        inReasoning.end();
      }
      arrived += text;
    },
    give,
    flush(events) {
      give(events);
      inReasoning.end();
      inText.end();
      tagged.end(events);
    },
  };
}

/** Whether there may be images or tool calls in a message. Few have any. */
function hasOthers({
  images,
  content,
  tool_calls: calls,
  function_call: call,
}: WireObject): boolean {
  const hasCalls = calls !== undefined || call !== undefined;
  return hasCalls || Array.isArray(images) || (typeof content === 'object' && content !== null);
}

import { isRecord, type WireObject } from '../../shared/guards.ts';
import { ReasoningReader } from '../../shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { createMessageReasoning, messageText } from './messageWords.ts';
import { ImagesInText } from './images/imagesInText.ts';
import { ReasoningDetails } from './reasoningDetails.ts';
import { ReplyImages } from './images/replyImages.ts';
import type { ReplyLimit } from './cutReply.ts';
import { ToolCallReader } from './toolCallReader.ts';

/** Reads what a model says in the messages or deltas of one reply. */
export class MessageReader {
  readonly #toolCalls: ToolCallReader;
  readonly #details = new ReasoningDetails();
  readonly #reasoningOf = createMessageReasoning(this.#details);
  readonly #images = new ReplyImages();
  readonly #words: WordReader;

  /** `hasTools`: whether the request offered tools. */
  constructor(limit: ReplyLimit, hasTools: boolean) {
    this.#toolCalls = new ToolCallReader(hasTools);
    this.#words = new WordReader(limit, this.#images);
  }

  /** How many images were left out, because there were too many or they are too large. */
  get lostImages(): number {
    return this.#images.lostCount;
  }

  /**
   * Appends what a message or a delta says: reasoning, then text, then images, then tool calls. Gives whether it says
   * anything; what it says may be kept back until more is known. Its last words wait for `giveWords`.
   */
  read(message: unknown, events: ServiceEvent[]): boolean {
    if (!isRecord(message)) {
      return false;
    }
    const reasoning = this.#reasoningOf(message);
    this.#words.read(reasoning, true, events);
    const text = messageText(message);
    this.#words.read(text, false, events);
    const hasWords = reasoning !== '' || text !== '';
    return (hasOthers(message) && this.#readOthers(message, events)) || hasWords;
  }

  /** Appends the words that were read. To look for marks and images in those of each delta takes much longer. */
  giveWords(events: ServiceEvent[]): void {
    this.#words.give(events);
  }

  /** Appends what is still kept back. Nothing may be read after that. */
  flush(events: ServiceEvent[]): void {
    this.#words.flush(events);
  }

  /** Appends what is known at the end of a whole reply only. */
  end(events: ServiceEvent[]): void {
    const details = this.#details.all();
    if (details !== undefined) {
      events.push({ kind: 'reasoningDetails', details });
    }
  }

  #readOthers(message: WireObject, events: ServiceEvent[]): boolean {
    this.#words.give(events);
    const countBefore = events.length;
    const named = this.#images.read(message, events);
    this.#words.read(named, false, events);
    this.#words.give(events);
    const hasCalls = this.#toolCalls.read(message, events);
    return hasCalls || named !== '' || events.length > countBefore;
  }
}

/** Reads the words of one reply: takes images out of them, and tells reasoning from text. */
class WordReader {
  readonly #tagged = new ReasoningReader();
  readonly #inText: ImagesInText;
  readonly #inReasoning: ImagesInText;
  /** Words that were read and not looked at, and whether they are reasoning. */
  #arrived = '';
  #isReasoning = false;
  #into: ServiceEvent[] = [];

  constructor(limit: ReplyLimit, images: ReplyImages) {
    const image = (data: string | undefined): void => images.take(data, this.#into);
    this.#inText = new ImagesInText({
      text: (text) => this.#tagged.read(limit.take(text), this.#into),
      image,
    });
    this.#inReasoning = new ImagesInText({
      text: (text) => {
        const taken = limit.take(text);
        this.#tagged.noteField(taken);
        this.#into.push({ kind: 'reasoning', text: taken });
      },
      image,
    });
  }

  /** Reads reasoning or text, and appends what came before it of the other. */
  read(words: string, isReasoning: boolean, events: ServiceEvent[]): void {
    if (words !== '' && isReasoning !== this.#isReasoning) {
      this.give(events);
      this.#isReasoning = isReasoning;
      if (!isReasoning) {
        this.#inReasoning.end();
      }
    }
    this.#arrived += words;
  }

  /** Appends what has been read and is not kept back. */
  give(events: ServiceEvent[]): void {
    this.#into = events;
    const words = this.#arrived;
    this.#arrived = '';
    if (words !== '') {
      (this.#isReasoning ? this.#inReasoning : this.#inText).read(words);
    }
  }

  /** Appends that, and what is still kept back. */
  flush(events: ServiceEvent[]): void {
    this.give(events);
    this.#inReasoning.end();
    this.#inText.end();
    this.#tagged.end(events);
  }
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

import type { ChatMessage } from '../shared/service/chatCompletion.ts';
import type { ChunkEvents } from './completion.ts';

/** What a model of the demo answers. All but the text is there to make it go wrong. */
export interface Answer {
  readonly text: string;
  /** The finish reason, whatever the limits of the request make of the text. */
  readonly finishReason?: 'length';
  /** Makes what is sent of the events of a stream, all of them; `chunks` writes further ones. */
  readonly spoilStream?: (events: readonly string[], chunks: ChunkEvents) => readonly string[];
  /** Makes what is sent of the body of a standard reply; may throw a `DemoFailure` instead. */
  readonly spoilBody?: (body: string) => string;
  /** Stays open after the last byte until the client leaves. */
  readonly hangs?: boolean;
  /** The content type, where it is not the one that belongs to the response mode. */
  readonly contentType?: string;
  /** How many events of a stream go out at once; 1 where not given. */
  readonly eventsPerStep?: number;
}

/** What the user said last; empty where the user has said nothing. */
export function lastUserMessage(messages: readonly ChatMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

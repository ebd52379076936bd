import { type ChatMessage, contentText } from '../shared/service/chatCompletion.ts';
import type { ChunkEvents } from './completionBody.ts';

/** What a model of the demo replies. All fields but the text exist to simulate faults. */
export interface Answer {
  readonly text: string;
  /** Replaces the finish reason that follows from the request. */
  readonly finishReason?: 'length' | 'tool_calls';
  /** Changes all events of a stream before they are sent; `chunks` makes further ones. */
  readonly spoilStream?: (events: readonly string[], chunks: ChunkEvents) => readonly string[];
  /** Changes the body of a standard reply before it is sent. Throws `DemoFailure` to send an error. */
  readonly spoilBody?: (body: string) => string;
  /** The response stays open after the last byte until the client closes it. */
  readonly hangs?: boolean;
  /** Replaces the content type that belongs to the mode. */
  readonly contentType?: string;
  /** How many events of a stream are sent at once; default 1. */
  readonly eventsPerStep?: number;
}

/** The text of the last user message; empty if there is none. */
export function lastUserMessage(messages: readonly ChatMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? '' : contentText(last);
}

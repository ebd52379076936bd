import type { DemoService } from '../../../src/demo/service.ts';
import { chunk } from '../../support/service/scripts.ts';

/** A service whose replies are set by a test, by a word of the message; the rest is the demo's. */
interface ScriptedReplies extends DemoService {
  /** The reply to messages with `word`. With `finishReason` `length`, it is cut. */
  set(word: string, text: string, finishReason?: 'stop' | 'length'): void;
}

interface ScriptedReply {
  readonly text: string;
  readonly finishReason: string;
}

/** Replies of `demo`, but for those that a test sets. */
export function createScriptedReplies(demo: DemoService): ScriptedReplies {
  const replies = new Map<string, ScriptedReply>();
  return {
    async handle(request) {
      const body = await request.clone().text();
      const message = lastMessage(body);
      const word = [...replies.keys()].find((one) => message.includes(one));
      const reply = replies.get(word ?? '');
      return reply === undefined ? demo.handle(request) : streamed(reply);
    },
    set(word, text, finishReason = 'stop') {
      replies.set(word, { text, finishReason });
    },
  };
}

/** The text in two halves, so that lines and characters are split. */
function streamed({ text, finishReason }: ScriptedReply): Response {
  const half = Math.ceil(text.length / 2);
  const data = [
    chunk({ content: text.slice(0, half) }),
    chunk({ content: text.slice(half) }),
    chunk({}, finishReason),
    '[DONE]',
  ];
  const body = data.map((line) => `data: ${line}\n\n`).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** The text of the last message of a request; empty where it has none. */
function lastMessage(body: string): string {
  const { messages = [] } = (body === '' ? {} : JSON.parse(body)) as {
    messages?: readonly { content: string }[];
  };
  return messages.at(-1)?.content ?? '';
}

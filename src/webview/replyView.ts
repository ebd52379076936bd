import { render } from 'lit';
import type { Reply } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import type { Prices } from '../shared/prices.ts';
import { createCountdown } from './countdown.ts';
import { element } from './element.ts';
import { createMarkdownStream, type MarkdownStream } from './markdownStream.ts';
import { createReasoningView } from './reasoningView.ts';
import { replyActions } from './replyActions.ts';
import { replyEnd } from './replyEnd.ts';
import { createWaitingTime } from './waitingTime.ts';

/** A reply on the page. Its text goes straight to the markdown stream. */
export class ReplyView {
  readonly node: HTMLElement;
  readonly #author = element('span', { class: 'message-author' });
  readonly #reasoning = createReasoningView();
  readonly #waiting = createWaitingTime();
  readonly #countdown = createCountdown();
  readonly #end = element('div', { class: 'reply-end' });
  readonly #stream: MarkdownStream;
  readonly #prices: () => Prices;

  /** Shows `reply` as it is. */
  constructor(reply: Reply, post: (intent: ViewToHost) => void, prices: () => Prices) {
    this.#prices = prices;
    const body = element('div', { class: 'markdown' });
    this.#stream = createMarkdownStream(body, {
      onOpenLink: (href) => post({ kind: 'openLink', href }),
      onCopy: (text) => post({ kind: 'copy', text }),
    });
    this.node = element('article', { class: 'message reply' }, [
      element('header', { class: 'message-header' }, [this.#author, replyActions()]),
      this.#reasoning.node,
      this.#waiting.node,
      this.#countdown.node,
      body,
      this.#end,
    ]);
    this.#waiting.start(reply.startedAt);
    this.#reasoning.append(reply.reasoning);
    this.#stream.append(reply.text);
    this.#showState(reply);
  }

  /** Shows what `event` changed; `reply` is the one after it. */
  apply(event: ConversationEvent, reply: Reply): void {
    if (event.kind === 'replyText') {
      this.#stream.append(event.text);
      this.#showProgress(reply);
    } else if (event.kind === 'replyReasoning') {
      this.#reasoning.append(event.text);
      this.#showProgress(reply);
    } else {
      this.#showState(reply);
    }
  }

  /** Shows what stands under the reply, by the prices as they are now. */
  showEnd(reply: Reply): void {
    render(replyEnd(reply, this.#prices()), this.#end);
  }

  #showProgress(reply: Reply): void {
    const running = reply.status === 'running';
    this.node.classList.toggle('growing', running && reply.firstTokenAt !== undefined);
    this.node.classList.toggle('has-text', reply.text !== '');
    if (!running || reply.firstTokenAt !== undefined) {
      this.#waiting.end();
    }
  }

  #showState(reply: Reply): void {
    const name = reply.answeredBy ?? reply.model;
    this.#author.textContent = name;
    this.node.ariaLabel = `Reply from ${name}`;
    this.node.ariaBusy = String(reply.status === 'running');
    this.#showProgress(reply);
    this.node.classList.toggle('held-back', reply.waiting !== undefined);
    this.#countdown.show(reply.waiting);
    this.showEnd(reply);
    if (reply.status !== 'running') {
      this.#stream.end();
    }
  }
}

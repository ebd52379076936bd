import { render } from 'lit';
import { canContinue } from '../../conversation/exchanges.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { Prices } from '../../shared/service/prices.ts';
import { actionButton } from '../dom/buttons.ts';
import { element } from '../dom/element.ts';
import { createMarkdownStream, type MarkdownStream } from '../markdown/markdownStream.ts';
import { type Exchange, lastTurn } from './exchange.ts';
import { createMessageFold, type Folds, menuContext } from './messageFold.ts';
import { replyEnd } from './replyEnd.ts';
import { createCountdown, createReasoningView, createWaitingTime } from './replyProgress.ts';

/** What a reply needs of the panel. */
export interface ReplyServices {
  readonly post: (intent: ViewToHost) => void;
  readonly prices: () => Prices;
  readonly folds: Folds;
}

/** A reply on the page, with what went on with it. Its text goes straight to the markdown stream. */
export class ReplyView {
  readonly node: HTMLElement;
  readonly #author = element('span', { class: 'message-author' });
  readonly #reasoning = createReasoningView();
  readonly #waiting = createWaitingTime();
  readonly #countdown = createCountdown();
  readonly #end = element('div', { class: 'reply-end' });
  readonly #body = element('div', { class: 'markdown' });
  readonly #stream: MarkdownStream;
  readonly #prices: () => Prices;

  /** Shows the reply of `exchange` as it is. */
  constructor(exchange: Exchange, { post, prices, folds }: ReplyServices) {
    this.#prices = prices;
    this.#stream = createMarkdownStream(this.#body, {
      onOpenLink: (href) => post({ kind: 'openLink', href }),
      onCopy: (text) => post({ kind: 'copy', text }),
      onInsert: (text) => post({ kind: 'insertCode', text }),
      onNewFile: (text, language) => post({ kind: 'newFile', text, language }),
      onOpenDiagram: (text) => post({ kind: 'openDiagram', text }),
      onSaveDiagram: (text) => post({ kind: 'saveDiagram', text }),
    });
    const { id } = exchange.turns[0];
    const attributes = {
      class: 'message reply',
      'data-turn-id': id,
      'data-vscode-context': menuContext('reply', id),
    };
    this.node = element('article', attributes, [
      element('header', { class: 'message-header' }, [this.#author, replyActions()]),
      this.#reasoning.node,
      this.#waiting.node,
      this.#countdown.node,
      this.#body,
    ]);
    this.node.append(replyFold(this.node, this.#body, { id, folds }), this.#end);
    this.goOn(exchange, 0);
  }

  /** Shows the turns from index `from` on, too, which go on with the reply. */
  goOn(exchange: Exchange, from: number): void {
    if (exchange.turns.length > 1) {
      // What is waited for now comes after the text.
      this.#body.after(this.#waiting.node, this.#countdown.node);
    }
    this.#waiting.start(lastTurn(exchange).reply.startedAt);
    for (const { reply } of exchange.turns.slice(from)) {
      this.#reasoning.append(reply.reasoning);
      this.#stream.append(reply.text);
    }
    this.#showState(exchange);
  }

  /** Shows what `event` changed; `exchange` is as it is after it. */
  apply(event: ConversationEvent, exchange: Exchange): void {
    if (event.kind === 'replyText') {
      this.#stream.append(event.text);
      this.#showProgress(exchange);
    } else if (event.kind === 'replyReasoning') {
      this.#reasoning.append(event.text);
      this.#showProgress(exchange);
    } else {
      this.#showState(exchange);
    }
  }

  /** Shows what stands under the reply, by the prices as they are now. */
  showEnd(exchange: Exchange): void {
    render(replyEnd(exchange, this.#prices()), this.#end);
  }

  #showProgress(exchange: Exchange): void {
    const { reply } = lastTurn(exchange);
    const running = reply.status === 'running';
    this.node.classList.toggle('growing', running && reply.firstTokenAt !== undefined);
    this.node.classList.toggle(
      'has-text',
      exchange.turns.some((turn) => turn.reply.text !== ''),
    );
    const reasoned = exchange.turns.find((turn) => turn.reply.reasoning !== '');
    this.#reasoning.show(reasoned?.reply ?? reply);
    if (!running || reply.firstTokenAt !== undefined) {
      this.#waiting.end();
    }
  }

  #showState(exchange: Exchange): void {
    const { reply } = lastTurn(exchange);
    const name = reply.answeredBy ?? reply.model;
    this.#author.textContent = name;
    this.node.ariaLabel = `Reply from ${name}`;
    this.node.ariaBusy = String(reply.status === 'running');
    this.#showProgress(exchange);
    this.node.classList.toggle('held-back', reply.waiting !== undefined);
    this.#countdown.show(reply.waiting);
    this.showEnd(exchange);
    if (reply.status !== 'running') {
      this.#stream.end(!canContinue(reply));
    }
  }
}

/** The button that shows a reply that the user has folded. */
function replyFold(
  article: HTMLElement,
  body: HTMLElement,
  { id, folds }: { readonly id: string; readonly folds: Folds },
): HTMLElement {
  const showAll = 'Show the whole reply';
  return createMessageFold({
    article,
    body,
    name: `reply ${id}`,
    folds,
    showAll,
    byDefault: false,
  });
}

/** The buttons of a reply. They take their room from the start: nothing moves when they appear. */
function replyActions(): HTMLElement {
  const more = actionButton('menu', 'ellipsis', 'More actions');
  more.ariaHasPopup = 'menu';
  more.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
  return element('div', { class: 'message-actions', role: 'group', 'aria-label': 'Reply' }, [
    actionButton('copyReply', 'copy', 'Copy as markdown'),
    actionButton('retry', 'refresh', 'Ask again'),
    more,
  ]);
}

import * as l10n from '@vscode/l10n';
import { render } from 'lit';
import { canContinue } from '../../../conversation/exchanges.ts';
import type { ConversationEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ViewToHost } from '../../../shared/panel/panelProtocol.ts';
import type { PanelSettings } from '../../../shared/panel/panelState.ts';
import { actionButton } from '../../dom/buttons.ts';
import { element } from '../../dom/element.ts';
import type { Pictures } from '../../images/pictures.ts';
import { createMarkdownStream, type MarkdownStream } from '../../markdown/open/markdownStream.ts';
import { type Exchange, lastTurn } from './exchange.ts';
import { createMessageFold, type Folds } from '../message/messageFold.ts';
import {
  menuContext,
  messageActions,
  messageAuthor,
  messageHeader,
  servedByNote,
} from '../message/messageHeader.ts';
import { replyEnd } from './replyEnd.ts';
import { createCountdown, createReasoningView, createWaitingTime } from './replyProgress.ts';
import { visibleText } from '../../../shared/visibleText.ts';

/** What a reply needs of the panel. */
export interface ReplyServices {
  readonly post: (intent: ViewToHost) => void;
  readonly settings: () => PanelSettings;
  readonly folds: Folds;
  readonly pictures: Pictures;
}

/**
 * The reply of an exchange on the page. Text goes straight to the markdown stream; everything else is
 * rendered from the exchange.
 */
export class ReplyView {
  readonly node: HTMLElement;
  readonly #author = messageAuthor();
  readonly #served = element('span', { class: 'served-by quiet' });
  readonly #reasoning = createReasoningView();
  readonly #waiting = createWaitingTime();
  readonly #countdown = createCountdown();
  readonly #end = element('div', { class: 'reply-end' });
  readonly #actions = messageActions(l10n.t('Reply'), replyButtons());
  readonly #body = element('div', { class: 'markdown' });
  readonly #stream: MarkdownStream;
  readonly #settings: () => PanelSettings;
  readonly #pictures = element('div');
  readonly #showPictures: Pictures;

  /** Shows the reply of `exchange`. */
  constructor(exchange: Exchange, { post, settings, folds, pictures }: ReplyServices) {
    this.#settings = settings;
    this.#showPictures = pictures;
    this.#stream = createMarkdownStream(this.#body, post);
    const { id } = exchange.turns[0];
    const attributes = {
      class: 'message reply',
      'data-turn-id': id,
      'data-vscode-context': menuContext('reply', id),
    };
    this.node = element('article', attributes, [
      messageHeader({ author: this.#author, others: [this.#served] }),
      this.#reasoning.node,
      this.#waiting.node,
      this.#countdown.node,
      this.#body,
      this.#pictures,
    ]);
    const foldButton = createMessageFold({
      article: this.node,
      body: this.#body,
      name: `reply ${id}`,
      folds,
      showAll: l10n.t('Show All'),
      byDefault: false,
    });
    this.node.append(foldButton, this.#end);
    this.continueWith(exchange, 0);
  }

  /** Adds the turns of `exchange` from index `from` on to the reply, which they continue. */
  continueWith(exchange: Exchange, from: number): void {
    if (exchange.turns.length > 1) {
      // The waiting time now belongs to the continuation, which comes after the text so far.
      this.#body.after(this.#waiting.node, this.#countdown.node);
    }
    this.#waiting.start(lastTurn(exchange).reply.startedAt);
    for (const { reply } of exchange.turns.slice(from)) {
      this.#reasoning.append(reply.reasoning);
      this.#stream.append(reply.text);
      this.#pictures.append(...this.#showPictures(reply.images));
    }
    this.#showState(exchange);
  }

  /** Shows the change that `event` makes; `exchange` is the state after it. */
  apply(event: ConversationEvent, exchange: Exchange): void {
    if (event.kind === 'replyText') {
      this.#stream.append(event.text);
      this.#showProgress(exchange);
    } else if (event.kind === 'replyReasoning') {
      this.#reasoning.append(event.text);
      this.#showProgress(exchange);
    } else if (event.kind === 'replyImages') {
      this.#pictures.append(...this.#showPictures(event.images));
      this.#showProgress(exchange);
    } else if (event.kind === 'replyTextWasReasoning') {
      this.#moveToReasoning(event.length, exchange);
      this.#showProgress(exchange);
    } else {
      this.#showState(exchange);
    }
  }

  /** Renders the part below the text, with the current prices. */
  showEnd(exchange: Exchange): void {
    this.node.classList.toggle('last', exchange.isLast);
    render(replyEnd(exchange, this.#settings().prices ?? { user: {} }, this.#actions), this.#end);
  }

  /** Shows the end of the text as reasoning, which it has become. */
  #moveToReasoning(length: number, exchange: Exchange): void {
    const { reasoning } = lastTurn(exchange).reply;
    this.#reasoning.append(reasoning.slice(-length));
    this.#stream.restart(exchange.turns.map(({ reply }) => reply.text).join(''));
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
    const name = visibleText(reply.answeredBy ?? reply.model);
    this.#author.textContent = name;
    render(servedByNote(reply), this.#served);
    this.node.ariaLabel = l10n.t('Reply from {0}', name);
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

function replyButtons(): readonly HTMLElement[] {
  const more = actionButton('menu', 'ellipsis', l10n.t('More Actions…'));
  more.ariaHasPopup = 'menu';
  more.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
  return [
    actionButton('copyReply', 'copy', l10n.t('Copy')),
    actionButton('retry', 'refresh', l10n.t('Regenerate')),
    more,
  ];
}

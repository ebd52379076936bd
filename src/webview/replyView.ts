import { render } from 'lit';
import type { Reply } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import { element, icon } from './element.ts';
import { createMarkdownStream } from './markdownStream.ts';
import { createReasoningView } from './reasoningView.ts';
import { replyEnd } from './replyEnd.ts';
import { createWaitingTime } from './waitingTime.ts';

/** A reply on the page. */
export interface ReplyView {
  readonly node: HTMLElement;
  /** Shows what `event` changed; `reply` is the one after it. */
  apply(event: ConversationEvent, reply: Reply): void;
}

/** Shows `reply` as it is and goes on from there. */
export function createReplyView(reply: Reply, post: (intent: ViewToHost) => void): ReplyView {
  const author = element('span', { class: 'message-author' });
  const reasoning = createReasoningView();
  const waiting = createWaitingTime();
  const body = element('div', { class: 'markdown' });
  const end = element('div', { class: 'reply-end' });
  const node = element('article', { class: 'message reply' }, [
    element('header', { class: 'message-header' }, [author, replyActions()]),
    reasoning.node,
    waiting.node,
    body,
    end,
  ]);
  const stream = createMarkdownStream(body, {
    onOpenLink: (href) => post({ kind: 'openLink', href }),
    onCopy: (text) => post({ kind: 'copy', text }),
  });
  const showState = (reply: Reply): void => {
    const running = reply.status === 'running';
    const name = reply.answeredBy ?? reply.model;
    author.textContent = name;
    node.ariaLabel = `Reply from ${name}`;
    node.ariaBusy = String(running);
    node.classList.toggle('growing', running && reply.firstTokenAt !== undefined);
    node.classList.toggle('has-text', reply.text !== '');
    render(replyEnd(reply), end);
    if (!running) {
      stream.end();
    }
    if (!running || reply.firstTokenAt !== undefined) {
      waiting.end();
    }
  };
  waiting.start(reply.startedAt);
  reasoning.append(reply.reasoning);
  stream.append(reply.text);
  showState(reply);
  let shown = reply;
  return {
    node,
    apply(event, reply) {
      if (event.kind === 'replyText') {
        stream.append(event.text);
      } else if (event.kind === 'replyReasoning') {
        reasoning.append(event.text);
      }
      const isDelta = event.kind === 'replyText' || event.kind === 'replyReasoning';
      if (!isDelta || (shown.text === '') !== (reply.text === '') || !shown.firstTokenAt) {
        showState(reply);
      }
      shown = reply;
    },
  };
}

/** They take their room from the start, so that nothing moves when they appear. */
function replyActions(): HTMLElement {
  return element('div', { class: 'message-actions', role: 'group', 'aria-label': 'Reply' }, [
    actionButton('copyReply', 'copy', 'Copy as markdown'),
    actionButton('retry', 'refresh', 'Ask again'),
  ]);
}

function actionButton(action: string, iconName: string, label: string): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      'data-action': action,
      'aria-label': label,
      title: label,
    },
    [icon(iconName)],
  );
}

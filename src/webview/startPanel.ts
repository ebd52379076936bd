import type { WebviewApi } from 'vscode-webview';
import { applyEvent, emptyConversation, runningTurn, transcript } from '../chat/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { PanelSettings, ViewToHost } from '../shared/panelProtocol.ts';
import { announcement } from './announcement.ts';
import { createComposer } from './composer.ts';
import { createDraft } from './draft.ts';
import { keepFocus } from './keepFocus.ts';
import { followTail } from './followTail.ts';
import { readHostMessages } from './hostMessages.ts';
import { createNoticeLine } from './noticeLine.ts';
import { createPanelLayout } from './panelLayout.ts';
import { createTranscriptView } from './transcriptView.ts';
import { renderWelcome } from './welcome.ts';

/** Builds the panel in `root`, connects it to the host and asks for the conversation. */
export function startPanel(root: HTMLElement, api: WebviewApi<unknown>): void {
  const post = (intent: ViewToHost): void => api.postMessage(intent);
  let conversation = emptyConversation('', 0);
  let settings: PanelSettings = {};
  const isRunning = (): boolean => runningTurn(conversation) !== undefined;

  const layout = createPanelLayout(root);
  const transcriptView = createTranscriptView({ post, isRunning });
  const notice = createNoticeLine();
  const composer = createComposer({ post, isRunning, draft: createDraft(api) });
  layout.content.append(transcriptView.node);
  layout.footer.append(notice.node, composer.node);
  const tail = followTail(layout.scroller, layout.content, layout.latest);
  keepFocus(root, composer);
  layout.latest.addEventListener('click', () => {
    tail.toEnd();
    composer.focus();
  });

  const showState = (): void => {
    const isEmpty = transcript(conversation).length === 0;
    renderWelcome(layout.welcome, { isEmpty, settings, post });
    root.classList.toggle('first-run', isEmpty && settings.target === undefined);
    root.classList.toggle('running', isRunning());
    composer.update(settings);
  };
  const apply = (event: ConversationEvent): void => {
    const before = conversation;
    conversation = applyEvent(before, event);
    if (conversation === before) {
      return;
    }
    transcriptView.apply(event, conversation);
    layout.announcer.textContent = announcement(event) ?? layout.announcer.textContent;
    if (event.kind === 'turnStarted') {
      composer.taken(event.turn.user.text);
      notice.clear();
      tail.toEnd();
    }
  };
  const onMessage = readHostMessages(
    {
      onSnapshot(newConversation, newSettings) {
        conversation = newConversation;
        settings = newSettings;
        transcriptView.show(transcript(conversation));
        composer.release();
        showState();
        tail.toEnd();
      },
      onEvents(events) {
        events.forEach(apply);
        if (events.some(({ kind }) => kind === 'turnStarted' || kind === 'turnEnded')) {
          showState();
        }
      },
      onSettings(newSettings) {
        settings = newSettings;
        showState();
      },
      onNotice(remark) {
        notice.show(remark);
        composer.release();
      },
    },
    () => post({ kind: 'ready' }),
  );
  window.addEventListener('message', ({ data }) => onMessage(data));
  post({ kind: 'ready' });
}

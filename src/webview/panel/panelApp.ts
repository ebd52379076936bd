import type { WebviewApi } from 'vscode-webview';
import {
  applyEvent,
  emptyConversation,
  isBusy,
  runningTurn,
  transcript,
} from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import {
  showsAnotherPath,
  affectsPanel,
  type ConversationEvent,
} from '../../shared/conversation/conversationEvent.ts';
import type { Appearance } from '../../shared/panel/appearance.ts';
import type { PanelNotice, PanelSettings, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { codeColours } from '../code/codeColours.ts';
import { Composer } from '../composer/composer.ts';
import { closeParameters } from '../composer/composerBar.ts';
import { createRequestEstimate } from '../composer/contextMeter.ts';
import { createDraft, type Draft } from '../composer/draft.ts';
import { element } from '../dom/element.ts';
import { recoverFocus } from '../dom/focus.ts';
import { createPanelState, type PanelState } from '../dom/panelState.ts';
import { isSendKey } from '../dom/sendKey.ts';
import { followTail, type TailFollower } from '../reading/followTail.ts';
import { createEdits } from '../transcript/messageEditor.ts';
import { createFolds } from '../transcript/messageFold.ts';
import { createSystemPromptView, type SystemPromptView } from '../transcript/systemPrompt.ts';
import { TranscriptView } from '../transcript/transcriptView.ts';
import { conversationTotal } from '../transcript/usage.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { acceptFiles } from './fileDrop.ts';
import type { HostMessages } from './hostMessages.ts';
import { createNoticeLine } from './noticeLine.ts';
import { createPanelLayout, type PanelLayout } from './panelLayout.ts';
import { PanelReading } from './panelReading.ts';
import { createQueueLine, type QueueLine } from './queueLine.ts';
import { createTemporaryLine, type TemporaryLine } from './temporaryLine.ts';
import { renderWelcome } from './welcome.ts';

/** The panel: the conversation as the host last told it, and the views that show it. */
export class PanelApp implements HostMessages {
  readonly composer: Composer;
  readonly reading: PanelReading;
  readonly #root: HTMLElement;
  readonly #layout: PanelLayout;
  readonly #transcript: TranscriptView;
  readonly #total = element('p', { class: 'conversation-total' });
  readonly #notice = createNoticeLine(
    () => recoverFocus(this.composer),
    (intent) => this.#post(intent),
  );
  readonly #estimate = createRequestEstimate();
  readonly #tail: TailFollower;
  readonly #announcer: Announcer;
  readonly #queue: QueueLine;
  readonly #systemPrompt: SystemPromptView;
  readonly #temporary: TemporaryLine;
  readonly #post: (intent: ViewToHost) => void;
  readonly #draft: Draft;
  #conversation = emptyConversation('', 0);
  #settings: PanelSettings = {};
  /** Builds the panel in `root`; it shows nothing before the first snapshot. */
  constructor(root: HTMLElement, api: WebviewApi<unknown>, post: (intent: ViewToHost) => void) {
    const isRunning = (): boolean => this.isRunning;
    this.#root = root;
    this.#post = post;
    const state = createPanelState(api);
    const edits = createEdits(state, () => this.#conversation.isTemporary === true);
    this.#draft = createDraft(state);
    this.#layout = createPanelLayout(root);
    this.#transcript = new TranscriptView({
      post,
      isRunning: () => isBusy(this.#conversation),
      prices: () => this.#settings.prices ?? {},
      folds: createFolds(state),
      edits,
      isSendKey: (event) => isSendKey(event, this.#settings.sendWith),
    });
    this.composer = new Composer({
      post,
      isRunning,
      pointOutQueued: () => this.#queue.pointOut(),
      draft: this.#draft,
      sentMessages: () => exchanges(transcript(this.#conversation)).map(([{ user }]) => user.text),
      editLast: () => this.#transcript.editLast(),
      editSystemPrompt: () => this.#systemPrompt.edit(),
    });
    const { scroller, content, latest, footer, preamble, announcer } = this.#layout;
    this.#queue = createQueueLine({ post, onEdit: (message) => this.composer.insert(message) });
    const onLeave = (): void => this.composer.focus();
    this.#systemPrompt = createSystemPromptView(preamble, { post, edits, onLeave });
    content.append(this.#transcript.node, this.#total);
    footer.append(this.#notice.node, this.#queue.node, this.composer.node);
    this.#temporary = createTemporaryLine(root, post);
    root.append(acceptFiles(root, (uris) => post({ kind: 'addFiles', uris })));
    this.#announcer = createAnnouncer(announcer);
    this.#tail = followTail(scroller, content, latest);
    this.reading = this.#createReading(state);
  }

  /** Whether a reply is coming. */
  get isRunning(): boolean {
    return runningTurn(this.#conversation) !== undefined;
  }

  onSnapshot(conversation: Conversation, settings: PanelSettings): void {
    if (conversation.id !== this.#conversation.id) {
      this.#notice.clear();
      closeParameters(this.#root);
    }
    this.#conversation = conversation;
    this.#settings = settings;
    this.#transcript.show(conversation, this.reading.place.turnId(conversation));
    this.composer.release();
    this.#showState();
    this.reading.place.show(conversation);
  }

  readonly onEarlierTurns: HostMessages['onEarlierTurns'] = (turns) => {
    const known = this.#conversation;
    this.#conversation = { ...known, turns: [...turns, ...known.turns] };
    this.#transcript.showEarlier(this.#conversation);
    this.#showState();
  };

  onEvents(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.#apply(event);
    }
    if (events.some(affectsPanel)) {
      this.#showState();
    }
    recoverFocus(this.composer);
  }

  onSettings(settings: PanelSettings): void {
    this.#settings = settings;
    this.#transcript.pricesChanged();
    this.#showState();
  }

  onNotice(notice: PanelNotice): void {
    this.#notice.show(notice);
    this.composer.release();
  }

  readonly onRead: HostMessages['onRead'] = (action, turnId) => this.reading.act(action, turnId);
  readonly onShowRequest = (): void => this.composer.showRequest();
  readonly onAddContext: HostMessages['onAddContext'] = (items) =>
    this.composer.attachments.add(items);

  readonly onTokenColors: HostMessages['onTokenColors'] = (colors) =>
    codeColours().setRules(colors);

  #apply(event: ConversationEvent): void {
    const before = this.#conversation;
    this.#conversation = applyEvent(before, event);
    if (this.#conversation === before) {
      return;
    }
    this.#transcript.apply(event, this.#conversation);
    if (!showsAnotherPath(event)) {
      this.#tail.grew();
    }
    this.#announcer.tell(event, this.#conversation.queued !== undefined);
    if (event.kind === 'turnStarted') {
      this.composer.taken(event.turn.user.text);
      this.#notice.clear();
      this.#tail.toEnd();
    } else if (event.kind === 'messageQueued') {
      this.composer.taken(event.message?.text ?? '');
    }
  }

  #createReading(state: PanelState): PanelReading {
    const [composer, announcer, tail] = [this.composer, this.#announcer, this.#tail];
    const [transcript, systemPrompt] = [this.#transcript, this.#systemPrompt];
    const parts = { composer, announcer, tail, transcript, systemPrompt, state };
    return new PanelReading({ ...this.#layout, ...parts });
  }

  #showState(): void {
    const conversation = this.#conversation;
    this.#draft.shows(conversation);
    this.#announcer.setMode(this.#settings.announce ?? 'summary');
    applyAppearance(this.#root, this.#settings.appearance);
    const path = transcript(conversation);
    const isEmpty = path.length === 0;
    const isFirstRun = isEmpty && this.#settings.target === undefined;
    this.#root.classList.remove('unready');
    this.#root.classList.toggle('first-run', isFirstRun);
    this.#root.classList.toggle('running', isBusy(conversation));
    renderWelcome(this.#layout.welcome, { isEmpty, settings: this.#settings, post: this.#post });
    const { parameters, queued, turns } = conversation;
    const connection = this.#settings.target?.systemPrompt;
    this.#systemPrompt.show({ conversation, connection, isEmpty: isEmpty && !isFirstRun });
    this.#temporary.show(conversation.isTemporary === true);
    this.#queue.show(queued, this.isRunning);
    this.#total.textContent = conversationTotal(turns, this.#settings.prices ?? {});
    const tokens = this.#estimate(conversation, path, this.#settings.target);
    this.composer.update(this.#settings, parameters, tokens);
    recoverFocus(this.composer);
  }
}

/** Makes the panel in `root` look as the settings say. */
function applyAppearance(root: HTMLElement, appearance: Appearance = {}): void {
  const { fontFamily, fontSizePx, density } = appearance;
  // What the browser cannot read as a font leaves the one that was there.
  root.style.fontFamily = '';
  root.style.fontFamily = fontFamily ?? '';
  const fontSize = fontSizePx === undefined ? '' : `${fontSizePx}px`;
  root.style.fontSize = fontSize;
  // The buttons of the library have VS Code's, which is its own for all.
  root.style.setProperty('--vscode-font-size', fontSize);
  root.classList.toggle('compact', density === 'compact');
}

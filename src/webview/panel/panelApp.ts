import * as l10n from '@vscode/l10n';
import { render } from 'lit';
import type { WebviewApi } from 'vscode-webview';
import {
  applyEvent,
  emptyConversation,
  isBusy,
  isMoreThanReply,
  mergedTurns,
  runningTurn,
  showsAnotherPath,
  transcript,
} from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { Conversation, Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { Appearance, PanelSettings } from '../../shared/panel/panelState.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { appliedMarks } from '../code/appliedMarks.ts';
import { codeColours } from '../code/codeColours.ts';
import { Composer } from '../composer/composer.ts';
import { createRequestEstimate } from '../composer/contextMeter.ts';
import { createDraft, type Draft } from '../composer/draft.ts';
import { diagramsNearView } from '../diagram/diagramBlock.ts';
import { element } from '../dom/element.ts';
import { recoverFocus } from '../dom/focus.ts';
import { createPanelState, type PanelState } from '../dom/keptState.ts';
import { ImageBytes } from '../images/imageBytes.ts';
import { createPictures } from '../images/pictures.ts';
import { followTail, replyStart, type TailFollower } from '../reading/followTail.ts';
import { PlaceKeeper } from '../reading/placeKeeper.ts';
import { createEdits } from '../transcript/message/messageEditor.ts';
import { createFolds } from '../transcript/message/messageFold.ts';
import {
  createSystemPromptView,
  type SystemPromptView,
} from '../transcript/message/systemPrompt.ts';
import { TranscriptView } from '../transcript/transcriptView.ts';
import { conversationTotal } from '../transcript/reply/usage.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import { destinationLine } from './destinationLine.ts';
import { acceptFiles } from './fileDrop.ts';
import type { PanelMessageHandlers } from './hostMessages.ts';
import { createNoticeLine } from './noticeLine.ts';
import { createPanelLayout, type PanelLayout } from './panelLayout.ts';
import { PanelReading } from './panelReading.ts';
import { createQueueLine, type QueueLine } from './queueLine.ts';
import { createTitleLine, type TitleLine } from './titleLine.ts';
import { renderWelcome } from './welcome.ts';

/** The panel: the conversation and settings as the host last sent them, and the views that show them. */
export class PanelApp {
  readonly composer: Composer;
  readonly reading: PanelReading;
  /** What the panel does with each message of the host. */
  readonly handlers: PanelMessageHandlers = {
    snapshot: ({ conversation, settings }) => this.#showSnapshot(conversation, settings),
    earlierTurns: ({ turns, isLast }) => this.#showEarlier(turns, isLast),
    events: ({ events }) => this.#applyAll(events),
    settings: ({ settings }) => {
      this.#settings = settings;
      appliedMarks.show(settings.applied).forEach((words) => this.#announcer.add(words));
      this.#transcript.updateCosts();
      this.#showState();
    },
    notice: ({ notice }) => {
      this.#noticeLine.show(notice);
      this.composer.release();
    },
    showRequest: () => this.composer.showRequest(),
    read: ({ action, turnId }) => this.reading.act(action, turnId),
    actOnCode: (message) => this.reading.actOnCode(message),
    addContext: ({ items, text }) => {
      this.#noticeLine.clear();
      this.composer.attachments.add(items);
      if (text !== undefined) {
        this.composer.begin(text);
      }
    },
    offerFiles: () => this.composer.offerFiles(),
    takeFocus: () => window.focus(),
    addImages: ({ files }) => {
      this.composer.images.add(
        files.map(({ name, bytes }) => new File([new Uint8Array(bytes)], name)),
      );
      this.composer.focus();
    },
    imageKept: (message) => this.composer.images.kept(message),
    imageBytes: (message) => this.#bytes.received(message),
    checkedTexts: (message) => this.composer.guard.checked(message),
    heldBack: (message) => this.composer.heldBack(message),
    foundPrompts: ({ prompts }) => this.composer.slash.found(prompts),
    foundFiles: ({ query, files, sources }) => this.composer.files.found(query, files, sources),
    tokenColors: ({ colors }) => codeColours.setRules(colors),
  };
  readonly #root: HTMLElement;
  readonly #post: (intent: ViewToHost) => void;
  readonly #layout: PanelLayout;
  readonly #bytes: ImageBytes;
  readonly #draft: Draft;
  readonly #transcript: TranscriptView;
  readonly #systemPrompt: SystemPromptView;
  readonly #total = element('p', { class: 'conversation-total' });
  readonly #noticeLine = createNoticeLine(
    () => recoverFocus(this.composer),
    (intent) => this.#post(intent),
  );
  readonly #queueLine: QueueLine;
  readonly #destination = element('div', { class: 'destination-line', role: 'status' });
  readonly #titleLine: TitleLine;
  readonly #announcer: Announcer;
  readonly #tail: TailFollower;
  readonly #place: PlaceKeeper;
  readonly #requestEstimate = createRequestEstimate();
  #conversation = emptyConversation('', 0);
  /** Number of turns of the conversation when it was last shown as a whole. */
  #shownTurns = 0;
  #settings: PanelSettings = {};

  /** Builds the panel in `root`; it shows nothing before the first snapshot. */
  constructor(root: HTMLElement, api: WebviewApi<unknown>, post: (intent: ViewToHost) => void) {
    this.#root = root;
    this.#post = post;
    const state = createPanelState(api);
    const edits = createEdits(state, () => this.#conversation.isTemporary === true);
    this.#draft = createDraft(state);
    this.#bytes = new ImageBytes(post);
    this.#layout = createPanelLayout(root);
    const turnServices = {
      post,
      settings: () => this.#settings,
      folds: createFolds(state),
      edits,
      pictures: createPictures({ post, bytes: this.#bytes }),
      startOver: (message: UserMessage) => {
        post({ kind: 'newChat' });
        this.composer.insert(message);
      },
      openParameters: (name: string) => this.composer.parameters.open(name),
    };
    this.#transcript = new TranscriptView(turnServices, this.#layout.scroller);
    this.composer = this.#createComposer(state);
    const { scroller, content, latest, footer, preamble, announcer } = this.#layout;
    this.#queueLine = createQueueLine(post, (message) => this.composer.insert(message));
    const onLeave = (): void => this.composer.focus();
    this.#systemPrompt = createSystemPromptView(preamble, { post, edits, onLeave });
    content.append(this.#transcript.node, this.#total);
    footer.append(
      this.#noticeLine.node,
      this.#queueLine.node,
      this.#destination,
      this.composer.node,
    );
    this.#titleLine = createTitleLine(root, post);
    const onUris = (uris: readonly string[]): void => post({ kind: 'addFiles', uris });
    root.append(acceptFiles(root, { onUris, onFiles: (files) => this.#addDropped(files) }));
    this.#announcer = createAnnouncer(announcer);
    this.#tail = followTail(scroller, content, latest);
    this.#place = new PlaceKeeper({ scroller, content, tail: this.#tail, state });
    this.reading = new PanelReading({
      layout: this.#layout,
      tail: this.#tail,
      announcer: this.#announcer,
      post,
      tell: (text) => this.#noticeLine.show({ severity: 'info', text }),
      views: {
        composer: this.composer,
        transcript: this.#transcript,
        systemPrompt: this.#systemPrompt,
      },
    });
  }

  /** Whether a reply is running in this window. */
  get isRunning(): boolean {
    return runningTurn(this.#conversation) !== undefined;
  }

  #createComposer(state: PanelState): Composer {
    return new Composer({
      post: this.#post,
      draft: this.#draft,
      state,
      bytes: this.#bytes,
      conversation: {
        isRunning: () => this.isRunning,
        isTemporary: () => this.#conversation.isTemporary === true,
        pointOutQueued: () => this.#queueLine.pointOut(),
        sentMessages: () => [
          ...(this.#settings.sent ?? []),
          ...exchanges(transcript(this.#conversation)).map(([{ user }]) => user.text),
        ],
      },
      edit: {
        lastMessage: () => this.#transcript.editLast(),
        systemPrompt: () => this.#systemPrompt.edit(),
      },
    });
  }

  #addDropped(files: FileList): void {
    if (!this.composer.images.add(files)) {
      const text = l10n.t(
        'Only images can be added from outside VS Code. To add a text file, open it in VS Code first.',
      );
      this.#noticeLine.show({ severity: 'info', text });
    }
    this.composer.focus();
  }

  #showSnapshot(conversation: Conversation, settings: PanelSettings): void {
    if (conversation.id !== this.#conversation.id) {
      this.#noticeLine.clear();
      this.composer.parameters.close();
      this.composer.guard.startOver();
    }
    this.#conversation = conversation;
    this.#shownTurns = conversation.turns.length;
    this.#settings = settings;
    appliedMarks.show(settings.applied);
    this.#place.keep();
    this.#transcript.show(conversation, this.#place.turnId(conversation));
    this.composer.release();
    this.#showState();
    this.#place.show(conversation);
  }

  #showEarlier(turns: readonly Turn[], isLast: boolean): void {
    const known = this.#conversation;
    this.#conversation = { ...known, turns: mergedTurns(turns, known.turns) };
    // All that is shown costs time again: twice as much each time costs no more in sum than all at once.
    if (isLast || this.#conversation.turns.length > 2 * this.#shownTurns) {
      this.#shownTurns = this.#conversation.turns.length;
      this.#transcript.showEarlier(this.#conversation, this.#place.awaitedTurnId);
      this.#showState();
    }
  }

  #applyAll(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      this.#apply(event);
    }
    if (events.some(isMoreThanReply)) {
      this.#showState();
    }
  }

  #apply(event: ConversationEvent): void {
    const before = this.#conversation;
    this.#conversation = applyEvent(before, event);
    if (this.#conversation === before) {
      return;
    }
    this.#transcript.apply(event, this.#conversation);
    if (!showsAnotherPath(event)) {
      this.#tail.countGrowth();
    }
    this.#announcer.announce(event, this.#conversation.queued !== undefined);
    if (event.kind === 'turnStarted') {
      this.composer.taken(event.turn.user.text);
      this.#noticeLine.clear();
      this.#followReply(event.turn.id);
    } else if (event.kind === 'messageQueued') {
      this.composer.taken(event.message?.text ?? '');
    } else if (event.kind === 'replyWaiting' || event.kind === 'replyStarted') {
      // The buttons of a countdown have been removed or replaced.
      recoverFocus(this.composer);
    }
  }

  /** Follows the reply to a turn that has just started. */
  #followReply(turnId: string): void {
    const { scroller } = this.#layout;
    const start = replyStart(this.#transcript.node, turnId, scroller.clientHeight);
    if (start === undefined) {
      this.#tail.toEnd();
    } else {
      this.#tail.followFrom(start);
    }
  }

  /** Shows everything around the transcript. */
  #showState(): void {
    const conversation = this.#conversation;
    const settings = this.#settings;
    this.#draft.showing(conversation);
    this.#announcer.setMode(settings.announce ?? 'summary');
    applyAppearance(this.#root, settings.appearance);
    diagramsNearView.setOn(settings.drawsDiagrams === true);
    const path = transcript(conversation);
    const isEmpty = path.length === 0;
    const isFirstRun = isEmpty && settings.target === undefined;
    this.#root.classList.remove('unready');
    this.#root.classList.toggle('first-run', isFirstRun);
    this.#root.classList.toggle('running', isBusy(conversation));
    renderWelcome(this.#layout.welcome, { isEmpty, settings, post: this.#post });
    const { parameters, queued, turns } = conversation;
    const connection = settings.target?.systemPrompt;
    this.#systemPrompt.show({ conversation, connection });
    this.#titleLine.show(conversation, settings.heading);
    this.#queueLine.show(queued, this.isRunning);
    render(destinationLine(path, settings.target, this.#post), this.#destination);
    const showCosts = (): void => this.#post({ kind: 'showCosts' });
    render(conversationTotal(turns, settings.prices ?? { user: {} }, showCosts), this.#total);
    const instructions = isEmpty ? settings.instructions?.attached : undefined;
    this.composer.attachments.showInstructions(conversation.id, instructions ?? []);
    const tokens = this.#requestEstimate(conversation, path, settings.target);
    this.composer.update(settings, parameters, tokens);
    recoverFocus(this.composer);
  }
}

/** Applies the appearance settings to the panel in `root`. */
function applyAppearance(root: HTMLElement, appearance: Appearance = {}): void {
  const { fontFamily, fontSizePx, density } = appearance;
  // Assigning an invalid font family changes nothing, so the one before is removed first.
  root.style.fontFamily = '';
  root.style.fontFamily = fontFamily ?? '';
  const fontSize = fontSizePx === undefined ? '' : `${fontSizePx}px`;
  root.style.fontSize = fontSize;
  // The buttons of vscode-elements take their size from VS Code's variable and do not inherit it.
  root.style.setProperty('--vscode-font-size', fontSize);
  root.classList.toggle('compact', density === 'compact');
}

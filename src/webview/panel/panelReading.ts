import * as l10n from '@vscode/l10n';
import type { HostToView, ReadingAction, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { actOnCode, type CommandedCode, followCodeMenus } from '../code/pressedCode.ts';
import type { Composer } from '../composer/composer.ts';
import { type AbsentParts, blocksIn, blockText } from '../reading/textBlocks.ts';
import { Finder } from '../reading/finder.ts';
import type { TailFollower } from '../reading/followTail.ts';
import { goTo, nextFrom } from '../reading/travel.ts';
import { toggleFold } from '../transcript/message/messageFold.ts';
import type { SystemPromptView } from '../transcript/message/systemPrompt.ts';
import type { TranscriptView } from '../transcript/transcriptView.ts';
import type { Announcer } from './announcer.ts';
import type { PanelLayout } from './panelLayout.ts';

interface ReadingServices {
  readonly layout: Pick<PanelLayout, 'scroller' | 'content' | 'latest'>;
  readonly tail: TailFollower;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly post: (intent: ViewToHost) => void;
  /** Tells the user something, in the notice line. */
  readonly tell: (text: string) => void;
  readonly views: {
    readonly composer: Pick<Composer, 'focus' | 'parameters'>;
    readonly transcript: AbsentParts & Pick<TranscriptView, 'editLast' | 'mayHaveCode'>;
    readonly systemPrompt: Pick<SystemPromptView, 'edit'>;
  };
}

/** Controls after whose click the view must not follow the end: they show something from its start. */
const unfolding = 'summary, .fold-button, [data-action="showTurn"]';

/** The reading commands: find, travel by keyboard, fold, read aloud, and opening editors. */
export class PanelReading {
  readonly finder: Finder;
  readonly #services: ReadingServices;
  readonly #code: CommandedCode;

  /** Starts with the find bar hidden. */
  constructor(services: ReadingServices) {
    this.#services = services;
    const { tail, views } = services;
    const { scroller, content, latest } = services.layout;
    this.#code = followCodeMenus(content);
    const stopFollowing = (): void => tail.stopFollowing();
    const focus = (): void => views.composer.focus();
    const absent = views.transcript;
    this.finder = new Finder({ scroller, content, absent, stopFollowing, focus });
    latest.addEventListener('click', () => {
      tail.toEnd();
      focus();
    });
    content.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest(unfolding) !== null) {
        stopFollowing();
      }
    });
    // An editor is higher than the text it replaces, but it has to stay in view.
    content.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) {
        stopFollowing();
      }
    });
  }

  /** Runs a reading command; `turnId` is the turn of the reply that the command is about, if given. */
  act(action: ReadingAction, turnId?: string): void {
    const { composer, transcript, systemPrompt } = this.#services.views;
    switch (action) {
      case 'find':
        return this.finder.open();
      case 'nextMessage':
        return this.#travel('article.message', 1);
      case 'previousMessage':
        return this.#travel('article.message', -1);
      case 'nextCodeBlock':
        return this.#travel('.markdown .code-block', 1);
      case 'previousCodeBlock':
        return this.#travel('.markdown .code-block', -1);
      case 'readLastReply':
        return this.#readLastReply();
      case 'editLastMessage':
        return transcript.editLast();
      case 'editSystemPrompt':
        return systemPrompt.edit();
      case 'editParameters':
        return composer.parameters.open();
      case 'foldMessage':
        return this.#fold(turnId);
    }
  }

  /** Does what a command asks of a block of code. */
  actOnCode({ action, isOfMenu }: Extract<HostToView, { kind: 'actOnCode' }>): void {
    const block = this.#code.block(isOfMenu);
    if (block === undefined) {
      this.#services.tell(
        l10n.t('Move to a code block first, with Next Code Block or Previous Code Block.'),
      );
    } else {
      actOnCode(action, block, this.#services.post);
    }
  }

  #travel(selector: string, direction: 1 | -1): void {
    const { layout, views, announcer, tail } = this.#services;
    const isMessage = selector === 'article.message';
    const next = nextFrom({
      scroller: layout.scroller,
      selector,
      direction,
      absent: views.transcript,
      mayHave: (part) => isMessage || views.transcript.mayHaveCode(part),
    });
    if (next !== undefined) {
      tail.stopFollowing();
      goTo(layout.scroller, next, this.finder.coveredPx);
    } else if (!isMessage) {
      announcer.say(
        direction > 0 ? l10n.t('No next code block.') : l10n.t('No previous code block.'),
      );
    } else if (direction > 0) {
      tail.toEnd();
      views.composer.focus();
    }
  }

  #readLastReply(): void {
    const body = [...this.#replies()].at(-1)?.querySelector('.markdown');
    const texts = body ? [...blocksIn(body)].map((block) => blockText(block).text.trim()) : [];
    const text = texts.filter((one) => one !== '').join('\n');
    this.#services.announcer.say(text === '' ? l10n.t('There is no reply to read.') : text);
  }

  /** Folds or unfolds the reply to a turn; without `turnId`, the message with the focus or the last reply. */
  #fold(turnId: string | undefined): void {
    const { layout, tail } = this.#services;
    const replies = [...this.#replies()];
    const focused = layout.content.querySelector('article.message:focus-within');
    const message =
      turnId === undefined
        ? (focused ?? replies.at(-1))
        : replies.find((reply) => reply.dataset['turnId'] === turnId);
    if (message) {
      tail.stopFollowing();
      toggleFold(message);
    }
  }

  #replies(): NodeListOf<HTMLElement> {
    return this.#services.layout.content.querySelectorAll<HTMLElement>('article.reply');
  }
}

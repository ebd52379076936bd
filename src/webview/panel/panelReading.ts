import type { ReadingAction } from '../../shared/panel/panelProtocol.ts';
import type { Announcer } from './announcer.ts';
import { openParameters } from '../composer/composerBar.ts';
import type { Composer } from '../composer/composer.ts';
import { actOnDiagram, type DiagramAction } from '../diagram/diagramBlock.ts';
import { Finder } from '../reading/finder.ts';
import type { TailFollower } from '../reading/followTail.ts';
import { toggleFold } from '../transcript/messageFold.ts';
import type { PanelLayout } from './panelLayout.ts';
import type { PanelState } from '../dom/panelState.ts';
import { createReadingPlaces, PlaceKeeper } from '../reading/placeKeeper.ts';
import type { SystemPromptView } from '../transcript/systemPrompt.ts';
import { blocksIn, blockText } from '../reading/textBlocks.ts';
import type { TranscriptView } from '../transcript/transcriptView.ts';
import { goTo, nextFrom } from '../reading/travel.ts';

/** What reading needs of the panel. */
export interface ReadingServices extends Pick<
  PanelLayout,
  'root' | 'scroller' | 'content' | 'latest'
> {
  readonly composer: Composer;
  readonly announcer: Announcer;
  readonly tail: TailFollower;
  readonly transcript: Pick<TranscriptView, 'editLast' | 'showAll'>;
  readonly systemPrompt: Pick<SystemPromptView, 'edit'>;
  readonly state: PanelState;
}

/** What is unfolded, or another version, is looked at from its start: the end is not followed past it. */
const unfolding = 'summary, .fold-button, [data-action="showTurn"]';

/** Ways through the conversation: find, from message to message, folding, reading aloud. */
export class PanelReading {
  readonly finder: Finder;
  readonly place: PlaceKeeper;
  readonly #services: ReadingServices;

  /** Starts with the bar of the finder hidden. */
  constructor(services: ReadingServices) {
    this.#services = services;
    const { root, scroller, content, latest, composer, tail, state } = services;
    this.place = new PlaceKeeper({ scroller, tail, places: createReadingPlaces(state) });
    const stay = (): void => tail.stay();
    this.finder = new Finder({ root, scroller, content, stay, focus: () => composer.focus() });
    latest.addEventListener('click', () => {
      tail.toEnd();
      composer.focus();
    });
    content.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest(unfolding) !== null) {
        stay();
      }
    });
    // What is being changed stays in view, although it is higher than what it stands for.
    content.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) {
        stay();
      }
    });
  }

  /** Does what a command or a key asks for; `turnId` says which reply it is about. */
  act(action: ReadingAction, turnId?: string): void {
    switch (action) {
      case 'find':
        this.#services.transcript.showAll();
        return this.finder.open();
      case 'nextMessage':
        return this.#travel('article.message', 1);
      case 'previousMessage':
        return this.#travel('article.message', -1);
      case 'nextCodeBlock':
        return this.#travel('.markdown .code-block', 1);
      case 'previousCodeBlock':
        return this.#travel('.markdown .code-block', -1);
      case 'showDiagram':
      case 'openDiagram':
      case 'saveDiagram':
        return void this.#diagram(action);
      case 'readLastReply':
        return this.#readLastReply();
      case 'editLastMessage':
        return this.#services.transcript.editLast();
      case 'editSystemPrompt':
        return this.#services.systemPrompt.edit();
      case 'editParameters':
        return openParameters(this.#services.root);
      case 'foldMessage':
        return this.#fold(turnId);
    }
  }

  #travel(selector: string, direction: 1 | -1): void {
    const { scroller, composer, announcer, tail } = this.#services;
    const next = nextFrom(scroller, selector, direction);
    if (next !== undefined) {
      tail.stay();
      goTo(scroller, next, this.finder.coveredPx);
    } else if (selector !== 'article.message') {
      announcer.read(direction > 0 ? 'No further code block.' : 'No code block before.');
    } else if (direction > 0) {
      tail.toEnd();
      composer.focus();
    }
  }

  async #diagram(action: DiagramAction): Promise<void> {
    const { scroller, announcer, tail } = this.#services;
    tail.stay();
    const words = await actOnDiagram(scroller, action);
    if (words !== undefined) {
      announcer.read(words);
    }
  }

  #readLastReply(): void {
    const body = [...this.#replies()].at(-1)?.querySelector('.markdown');
    const texts = body ? [...blocksIn(body)].map((block) => blockText(block).text.trim()) : [];
    const text = texts.filter((one) => one !== '').join('\n');
    this.#services.announcer.read(text === '' ? 'There is no reply to read.' : text);
  }

  #fold(turnId: string | undefined): void {
    const replies = [...this.#replies()];
    const focused = this.#services.content.querySelector('article.message:focus-within');
    const message =
      turnId === undefined
        ? (focused ?? replies.at(-1))
        : replies.find((reply) => reply.dataset['turnId'] === turnId);
    if (message) {
      this.#services.tail.stay();
      toggleFold(message);
    }
  }

  #replies(): NodeListOf<HTMLElement> {
    return this.#services.content.querySelectorAll<HTMLElement>('article.reply');
  }
}

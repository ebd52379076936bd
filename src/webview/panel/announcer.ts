import * as l10n from '@vscode/l10n';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { missingText } from '../../conversation/replyRemarks.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { Announce } from '../../shared/panel/panelState.ts';
import { duration } from '../../shared/language.ts';
import { element } from '../dom/element.ts';
import { appendText, isLongLine } from '../dom/textParts.ts';

/** Announces what happens to a reply, for screen readers. */
export interface Announcer {
  /** Sets how much of a reply is announced. */
  setMode(mode: Announce): void;
  /** Announces `event`, as the mode says; `isQueued` tells whether a message is queued after it. */
  announce(event: ConversationEvent, isQueued: boolean): void;
  /** Announces a text, unless nothing is announced. */
  add(text: string): void;
  /** Announces a text that the user has asked for, whatever the mode, in place of everything before. */
  say(text: string): void;
}

/** Number of paragraphs kept in the live region; a screen reader has read the older ones. */
const maxParagraphs = 20;

/** Announces by adding paragraphs to `region`, which has to be a live region. */
export function createAnnouncer(region: HTMLElement): Announcer {
  let mode: Announce = 'summary';
  /** Text of the reply that is no whole sentence yet. */
  let pending = '';
  const elsewhereAnnouncement = createElsewhereAnnouncements();
  const add = (text: string): void => addParagraph(region, text);
  const addReplyText = (text: string): void => {
    const { whole, rest } = completeSentences(pending + text);
    pending = rest;
    add(whole);
  };
  return {
    setMode(value) {
      mode = value;
    },
    add(text) {
      if (mode !== 'off') {
        add(text);
      }
    },
    say(text) {
      region.replaceChildren();
      add(text);
    },
    announce(event, isQueued) {
      if (mode === 'off') {
        return;
      }
      if (event.kind === 'turnStarted') {
        pending = '';
        region.replaceChildren();
        add(l10n.t('Waiting for the reply.'));
      } else if (event.kind === 'replyText' && mode === 'full') {
        addReplyText(event.text);
      } else if (event.kind === 'replyTextWasReasoning') {
        pending = '';
      } else if (event.kind === 'replyWaiting' || event.kind === 'turnEnded') {
        add(pending);
        pending = '';
        add(announcement(event, isQueued));
      } else if (event.kind === 'messageQueued') {
        add(isQueued ? l10n.t('The message is queued.') : '');
      } else if (event.kind === 'turnsTakenIn') {
        event.turns.forEach((turn) => add(elsewhereAnnouncement(turn)));
      }
    },
  };
}

/**
 * Gives a function that announces replies that run in another window: what is known of
 * it, once, and its end. Its result is empty if there is nothing new.
 */
function createElsewhereAnnouncements(): (turn: Turn) => string {
  const running = new Map<string, string>();
  return ({ id, isElsewhere, isUncertain, reply: { status, error } }) => {
    if (isElsewhere === true) {
      const words =
        isUncertain === true
          ? l10n.t('Checking whether a reply is still running…')
          : l10n.t('A reply is running in another window');
      const isNew = running.get(id) !== words;
      running.set(id, words);
      return isNew ? words : '';
    }
    return running.delete(id) && status !== 'running'
      ? announcement({ kind: 'turnEnded', turnId: id, status, error, at: 0 }, false)
      : '';
  };
}

function addParagraph(region: HTMLElement, text: string): void {
  const words = text.trim();
  if (words !== '') {
    const paragraph = element('p');
    if (isLongLine(words.length)) {
      appendText(paragraph, words);
    } else {
      paragraph.append(words);
    }
    region.append(paragraph);
  }
  while (region.childElementCount > maxParagraphs) {
    region.firstElementChild?.remove();
  }
}

type Announced = Extract<ConversationEvent, { kind: 'turnEnded' | 'replyWaiting' }>;

/** The announcement of a wait or of the end of a reply. `isQueued`: a message is still queued after it. */
function announcement(event: Announced, isQueued: boolean): string {
  if (event.kind === 'replyWaiting') {
    return event.wait === undefined
      ? l10n.t('Sending.')
      : l10n.t('Waiting {0}.', duration(event.wait.delayMs));
  }
  const isHeldBack = isQueued && event.status !== 'completed';
  const sentences = [
    endWords(event),
    missingText(event),
    ...(isHeldBack ? [l10n.t('The queued message is on hold.')] : []),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

function endWords({ status, error }: Extract<Announced, { kind: 'turnEnded' }>): string {
  switch (status) {
    case 'completed':
      return l10n.t('Reply finished.');
    case 'stopped':
      return l10n.t('Stopped.');
    case 'truncated':
      return l10n.t('Truncated.');
    case 'failed':
      return error === undefined ? l10n.t('The reply failed.') : errorCard(error).title;
  }
}

/**
 * Splits growing text after its last whole sentence or line, so that the voice never stops in the
 * middle of one. `whole` is without Markdown syntax.
 */
function completeSentences(text: string): { whole: string; rest: string } {
  const end = /^[^]*(?:[.!?…。！？]["')\]*_]*\s|\n)/.exec(text)?.[0].length ?? 0;
  return { whole: withoutSyntax(text.slice(0, end)), rest: text.slice(end) };
}

/** What begins a line, and lines of hyphens: a rule, or the line below the head of a table. */
const syntax =
  /^ {0,3}(?:#{1,6} |> ?|(?:```|~~~).*$|\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*(?::?-{3,}:?[ \t]*)?)*$)/gm;

function withoutSyntax(text: string): string {
  return text.replaceAll(syntax, '').replaceAll(/\*\*|__|`/g, '');
}

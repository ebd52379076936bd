import { errorCard } from '../../conversation/errors/errorCard.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { Announce } from '../../shared/panel/appearance.ts';
import { duration } from '../dom/duration.ts';
import { element } from '../dom/element.ts';

/** Tells a screen reader what happens to a reply. */
export interface Announcer {
  /** How much is said from now on. */
  setMode(mode: Announce): void;
  /** Says what `event` brings, after which a message may be queued. */
  tell(event: ConversationEvent, isQueued: boolean): void;
  /** Says a text the user has asked for, in place of all that was said before. */
  read(text: string): void;
}

/** A screen reader has long read what came before so many sentences. */
const maxSaid = 20;

/** Speaks through `region`, which has to be a live region. */
export function createAnnouncer(region: HTMLElement): Announcer {
  let mode: Announce = 'summary';
  /** Text that is no whole sentence yet. */
  let waiting = '';
  const elsewhere = createElsewhereWords();
  const say = (text: string): void => sayIn(region, text);
  const sayText = (text: string): void => {
    const { whole, rest } = completeSentences(waiting + text);
    waiting = rest;
    say(whole);
  };
  return {
    setMode(value) {
      mode = value;
    },
    read(text) {
      region.replaceChildren();
      say(text);
    },
    tell(event, isQueued) {
      if (mode === 'off') {
        return;
      }
      if (event.kind === 'turnStarted') {
        waiting = '';
        region.replaceChildren();
        say('Waiting for the reply.');
      } else if (event.kind === 'replyText' && mode === 'full') {
        sayText(event.text);
      } else if (event.kind === 'replyWaiting' || event.kind === 'turnEnded') {
        say(waiting);
        waiting = '';
        say(announcement(event, isQueued));
      } else if (event.kind === 'messageQueued') {
        say(isQueued ? 'The message is queued.' : '');
      } else if (event.kind === 'turnsTakenIn') {
        event.turns.forEach((turn) => say(elsewhere(turn)));
      }
    },
  };
}

/** Gives what is said of a reply that runs in another window: that it does, and its end. */
function createElsewhereWords(): (turn: Turn) => string {
  const running = new Set<string>();
  return ({ id, isElsewhere, reply: { status, error } }) => {
    if (isElsewhere === true) {
      const isNew = !running.has(id);
      running.add(id);
      return isNew ? 'A reply is running in another window.' : '';
    }
    return running.delete(id) && status !== 'running'
      ? announcement({ kind: 'turnEnded', turnId: id, status, error, at: 0 }, false)
      : '';
  };
}

function sayIn(region: HTMLElement, text: string): void {
  const words = text.trim();
  if (words !== '') {
    region.append(element('p', {}, [words]));
  }
  while (region.childElementCount > maxSaid) {
    region.firstElementChild?.remove();
  }
}

type Announced = Extract<ConversationEvent, { kind: 'turnEnded' | 'replyWaiting' }>;

/**
 * What a screen reader says when a reply has ended, after which a message may be queued still, or when
 * its request waits; the text is there to be read.
 */
function announcement(event: Announced, isQueued: boolean): string {
  if (event.kind === 'replyWaiting') {
    return event.wait === undefined ? 'Sending.' : `Waiting ${duration(event.wait.delayMs)}.`;
  }
  const isHeldBack = isQueued && event.status !== 'completed';
  return `${endWords(event)}${isHeldBack ? ' The queued message is held back.' : ''}`;
}

function endWords({ status, error }: Extract<Announced, { kind: 'turnEnded' }>): string {
  switch (status) {
    case 'completed':
      return 'Reply finished.';
    case 'stopped':
      return 'Reply stopped.';
    case 'truncated':
      return 'The reply was cut.';
    case 'failed':
      return error === undefined ? 'The reply failed.' : errorCard(error).title;
  }
}

/**
 * Splits text that is still growing after its last whole sentence or line, for a voice that must not
 * stop in the middle. The marks of markdown are left out of what is whole.
 */
function completeSentences(text: string): { whole: string; rest: string } {
  const end = /^[^]*(?:[.!?…。！？]["')\]*_]*\s|\n)/.exec(text)?.[0].length ?? 0;
  return { whole: spoken(text.slice(0, end)), rest: text.slice(end) };
}

function spoken(text: string): string {
  return text
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|(?:```|~~~).*$|\|?(?:\s*:?-{3,}:?\s*\|?)+$)/gm, '')
    .replaceAll(/\*\*|__|`/g, '');
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Reply, Turn } from '../../../shared/conversation/conversation.ts';
import { element, icon } from '../../dom/element.ts';
import { formatNumber } from '../../../shared/language.ts';
import { fingerprintChange, isAnsweredByOther } from '../../../conversation/servedBy.ts';
import { visibleText } from '../../../shared/visibleText.ts';

interface MessageHeader {
  readonly author: HTMLElement;
  /** What follows the author. */
  readonly others?: readonly HTMLElement[];
}

/** The line above a message or a reply. It begins with the author. */
export function messageHeader({ author, others = [] }: MessageHeader): HTMLElement {
  return element('header', { class: 'message-header' }, [author, ...others]);
}

/** The buttons of a message or a reply, which are seen while the pointer or the focus is there. */
export function messageActions(label: string, buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'message-actions', role: 'group', 'aria-label': label }, buttons);
}

/** The name of the author of a message or a reply. */
export function messageAuthor(name = ''): HTMLElement {
  return element('span', { class: 'message-author' }, [name]);
}

/**
 * The value of `data-vscode-context`, which VS Code gives to the `when` clauses and the commands of
 * the context menu of a message or a reply.
 */
export function menuContext(parleySection: 'message' | 'reply', turnId: string): string {
  return JSON.stringify({ parleySection, turnId });
}

/**
 * `‹ 2/3 ›`: which of `versions` is shown, with buttons for the others. Nothing if there is only one.
 * `label` is the accessible name.
 */
export function versionSwitch(
  { id: shownId }: Turn,
  versions: readonly Turn[],
  label: string,
): TemplateResult | typeof nothing {
  const index = versions.findIndex(({ id }) => id === shownId);
  if (versions.length < 2 || index < 0) {
    return nothing;
  }
  const [shown, count] = [formatNumber(index + 1), formatNumber(versions.length)];
  const words = l10n.t('Version {0} of {1}', shown, count);
  return html`<div class="versions" role="group" aria-label=${label}>
    ${stepButton('chevron-left', l10n.t('Previous Version'), versions[index - 1])}
    <span class="versions-count" role="status" aria-label=${words} title=${words}
      >${shown}/${count}</span
    >
    ${stepButton('chevron-right', l10n.t('Next Version'), versions[index + 1])}
  </div>`;
}

function stepButton(iconName: string, label: string, to: Turn | undefined): TemplateResult {
  // `aria-disabled` and not `disabled`, so that the button keeps the focus at the first and last version.
  return html`<button
    class="icon-button"
    type="button"
    data-action="showTurn"
    data-target-id=${to?.id ?? ''}
    aria-label=${label}
    title=${label}
    aria-disabled=${to === undefined}
  >
    ${icon(iconName)}
  </button>`;
}

/** The versions of the reply to the message of `turn`: those of `versions` that send the same message. */
export function replyVersions({ user }: Turn, versions: readonly Turn[]): readonly Turn[] {
  if (versions.length < 2) {
    return versions;
  }
  const message = JSON.stringify(user);
  return versions.filter((one) => JSON.stringify(one.user) === message);
}

/**
 * The different messages among `versions`, each with its newest reply; of the message of `turn` it is
 * `turn` itself.
 */
export function messageVersions(turn: Turn, versions: readonly Turn[]): readonly Turn[] {
  if (versions.length < 2) {
    return versions;
  }
  const byMessage = new Map<string, Turn>();
  for (const one of versions) {
    byMessage.set(JSON.stringify(one.user), one);
  }
  const own = JSON.stringify(turn.user);
  return Array.from(byMessage, ([message, one]) => (message === own ? turn : one));
}

/**
 * Beside the model that replied: that another one was requested, or that its configuration is not the one of
 * the reply before. Nothing if it is as the user asked.
 */
export function servedByNote(reply: Reply): TemplateResult | typeof nothing {
  const { model, answeredBy = '', fingerprint, fingerprintBefore } = reply;
  if (isAnsweredByOther(reply)) {
    const [asked, served] = [visibleText(model), visibleText(answeredBy)];
    const words = l10n.t('The service used {0}. You requested {1}.', served, asked);
    return note(l10n.t('requested: {0}', asked), words);
  }
  if (fingerprint === undefined || fingerprintBefore === undefined) {
    return nothing;
  }
  const change = fingerprintChange(visibleText(fingerprint), visibleText(fingerprintBefore));
  return note(
    l10n.t('configuration changed'),
    l10n.t(
      '{0}. The service runs another version or configuration of the model than for the previous reply.',
      change,
    ),
  );
}

function note(text: string, tooltip: string): TemplateResult {
  return html`<span title=${tooltip}>${text}</span>`;
}

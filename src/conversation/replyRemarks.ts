import * as l10n from '@vscode/l10n';
import type {
  FormatCheck,
  FormatProblem,
  UncheckedReason,
} from '../shared/conversation/formatCheck.ts';
import { visibleText } from '../shared/visibleText.ts';
import type { Reply, ReplyWait } from '../shared/conversation/conversation.ts';
import { duration } from '../shared/language.ts';

/** What a reader must know about the format of a reply; undefined if it is as requested. */
export interface FormatRemark {
  readonly text: string;
  /** One sentence for each place that is known. */
  readonly problems: readonly string[];
}

/** The remark about a reply whose format was checked. */
export function formatRemark(check: FormatCheck | undefined): FormatRemark | undefined {
  switch (check?.kind) {
    case 'notJson':
      return { text: l10n.t('The reply is not valid JSON, which was requested.'), problems: [] };
    case 'differs':
      return {
        text: l10n.t('The reply does not match the requested format.'),
        problems: check.problems.map(problemText),
      };
    case 'unchecked':
      return { text: uncheckedText(check.reason), problems: [] };
    default:
      return undefined;
  }
}

/** A remark on one line. */
export function remarkText({ text, problems }: FormatRemark): string {
  return [text, problems.join('; ')].join(' ').trim();
}

function uncheckedText(reason: UncheckedReason): string {
  switch (reason) {
    case 'size':
      return l10n.t('The requested format was not checked: the reply is too long.');
    case 'effort':
      return l10n.t('The requested format was not checked: that would take too long.');
    case 'schema':
      return l10n.t('The requested format was not checked: Parley cannot check this schema.');
    case 'failure':
      return l10n.t('The requested format was not checked: the check failed. See the log.');
  }
}

function problemText({ path, keyword, subject: about = '' }: FormatProblem): string {
  const place = path === '' ? l10n.t('Top level') : visibleText(path);
  const subject = visibleText(about);
  switch (keyword) {
    case 'type':
      return l10n.t('{0}: the type must be {1}', place, subject);
    case 'required':
    case 'dependentRequired':
      return l10n.t('{0}: “{1}” is missing', place, subject);
    case 'false':
      return l10n.t('{0}: not allowed here', place);
    case 'enum':
    case 'const':
      return l10n.t('{0}: not an allowed value', place);
    case 'anyOf':
    case 'oneOf':
      return l10n.t('{0}: does not match the alternatives', place);
    default:
      return l10n.t('{0}: does not meet “{1}”', place, visibleText(keyword));
  }
}

/** What of a reply may be missing because its stream was damaged or had too much; undefined if that is nothing. */
export function missingText({ flaws }: Pick<Reply, 'flaws'>): string | undefined {
  const texts = [damagedText(flaws?.damagedEvents), lostImagesText(flaws?.lostImages)];
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}

function damagedText(count: number | undefined): string | undefined {
  return count === undefined
    ? undefined
    : l10n.t('Text may be missing. Parts of this reply arrived damaged.');
}

function lostImagesText(count: number | undefined): string | undefined {
  return count === undefined
    ? undefined
    : l10n.t('Images of this reply are missing. They are too large, too many, or cannot be shown.');
}

/** Why a request waits until it is sent again, and how long. `nowMs` is in milliseconds since 1970. */
export function waitWords({ until, delayMs, reason }: ReplyWait, nowMs: number): string {
  // Under Remote-SSH the host has the clock of another computer.
  const leftMs = Math.min(Math.max(0, until - nowMs), delayMs);
  return reason === 'rateLimited'
    ? l10n.t('Rate limit reached. Trying again in {0}.', duration(leftMs))
    : l10n.t('The service is busy. Trying again in {0}.', duration(leftMs));
}

import * as l10n from '@vscode/l10n';
import type { Reply } from '../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../shared/language.ts';

/** What of a reply may be missing because its stream was damaged or had too much; undefined if that is nothing. */
export function missingText({ flaws }: Pick<Reply, 'flaws'>): string | undefined {
  const texts = [damagedText(flaws?.damagedEvents), lostImagesText(flaws?.lostImages)];
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}

function damagedText(count: number | undefined): string | undefined {
  return count === undefined
    ? undefined
    : plural(count, {
        one: l10n.t(
          'Text may be missing: {0} part of this reply arrived damaged.',
          formatNumber(count),
        ),
        other: l10n.t(
          'Text may be missing: {0} parts of this reply arrived damaged.',
          formatNumber(count),
        ),
      });
}

function lostImagesText(count: number | undefined): string | undefined {
  return count === undefined
    ? undefined
    : plural(count, {
        one: l10n.t(
          '{0} image of this reply is missing: it is too large or cannot be shown.',
          formatNumber(count),
        ),
        other: l10n.t(
          '{0} images of this reply are missing: they are too large, too many, or cannot be shown.',
          formatNumber(count),
        ),
      });
}

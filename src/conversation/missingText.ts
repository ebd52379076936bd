import * as l10n from '@vscode/l10n';
import type { Reply } from '../shared/conversation/conversation.ts';

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

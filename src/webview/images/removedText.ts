import * as l10n from '@vscode/l10n';
import type { RemovedMetadata } from '../../shared/images/keptImage.ts';
import { displayLanguage } from '../../shared/language.ts';

/** Says what was removed from the metadata of an image, as an array of one sentence; empty if nothing was. */
export function removedText(removed: readonly RemovedMetadata[]): readonly string[] {
  if (removed.length === 0) {
    return [];
  }
  const names = removed.map(nameOf);
  const list = new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);
  return [l10n.t('Removed from the file before sending: {0}.', list)];
}

function nameOf(removed: RemovedMetadata): string {
  switch (removed) {
    case 'place':
      return l10n.t({
        message: 'place',
        comment: 'Where a photo was taken; metadata of an image.',
      });
    case 'camera':
      return l10n.t({ message: 'camera', comment: 'The camera of a photo; metadata of an image.' });
    case 'date':
      return l10n.t({ message: 'date', comment: 'When a photo was taken; metadata of an image.' });
    case 'author':
      return l10n.t({ message: 'author', comment: 'Metadata of an image.' });
    case 'software':
      return l10n.t({
        message: 'software',
        comment: 'With what an image was made; metadata of it.',
      });
    case 'preview':
      return l10n.t({
        message: 'preview',
        comment: 'The small copy inside a photo; metadata of an image.',
      });
    case 'comment':
      return l10n.t({ message: 'comment', comment: 'Metadata of an image.' });
    case 'other':
      return l10n.t({
        message: 'other metadata',
        comment: 'Metadata of an image that has no name here.',
      });
  }
}

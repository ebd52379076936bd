import * as l10n from '@vscode/l10n';
import { isArrayOf, isOneOf } from '../guards.ts';

const kinds = [
  'place',
  'camera',
  'date',
  'author',
  'software',
  'comment',
  'preview',
  'other',
] as const;

/** What the metadata of an image file can say, or contain. */
export type Metadata = (typeof kinds)[number];

/** Guards a list of such kinds. */
export const isMetadata = isArrayOf(isOneOf(...kinds));

const names: Readonly<Record<Metadata, () => string>> = {
  place: () => l10n.t('place'),
  camera: () => l10n.t('camera'),
  date: () => l10n.t('date'),
  author: () => l10n.t('author'),
  software: () => l10n.t('software'),
  comment: () => l10n.t('description'),
  preview: () => l10n.t('preview image'),
  other: () => l10n.t('other metadata'),
};

/** What was removed from an image file, as a sentence; undefined if that was nothing. */
export function removedText(removed: readonly Metadata[]): string | undefined {
  const named = kinds.filter((kind) => removed.includes(kind)).map((kind) => names[kind]());
  return named.length === 0
    ? undefined
    : l10n.t('Removed from the image before sending: {0}', named.join(', '));
}

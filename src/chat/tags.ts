import { visibleText } from '../shared/visibleText.ts';

const limits = { tags: 20, length: 40 };

/** Reads tags that were typed with commas between them, each once, with or without a `#`. */
export function parseTags(typed: string): readonly string[] {
  const tags = typed.split(',').map((tag) => visibleText(tag.trim().replace(/^#+\s*/, '')));
  return [...new Set(tags)]
    .filter((tag) => tag !== '')
    .map((tag) => tag.slice(0, limits.length))
    .slice(0, limits.tags);
}

/** The tags that all have. */
export function commonTags(all: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = all;
  return first.filter((tag) => others.every((tags) => tags.includes(tag)));
}

/** The tags of one of several, once those that all had have been changed to others. */
export function changedTags(
  tags: readonly string[],
  common: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  const own = tags.filter((tag) => !common.includes(tag));
  return [...new Set([...own, ...wanted])];
}

/** The class of a part of the conversation whose content is not on the page now, because it is far from view. */
export const absentClass = 'absent';

/** Selects the parts of the conversation whose content comes and goes. */
export const part = '.turn';

/** Selects the parts whose content is not on the page now. */
export const absentPart = `${part}.${absentClass}`;

/** What reading needs of the parts of the conversation whose content is not on the page. */
export interface AbsentParts {
  /** The texts of the blocks that such a part would have on the page, in order. */
  readonly texts: (part: Element) => readonly string[];
  /** Puts the content of a part on the page, at once. */
  readonly bringBack: (part: Element) => void;
}

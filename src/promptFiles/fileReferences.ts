import { codeIn } from './variables.ts';

/** A reference to another file that VS Code's own chat would follow. */
interface FileReference {
  readonly start: number;
  readonly end: number;
  /** As it is written: `#file:path`, or the target of a link. */
  readonly path: string;
}

/** More of them in one file are not told. */
const most = 100;

/** `#file:path`, and links such as `[text](path)` and `[text](<path>)`. */
const references =
  /(?<![\w#])#file:[^\s)\]"'`<>]{0,300}[^\s)\]"'`<>.,;:!?]|\[[^[\]\n]{0,200}\]\((?:([^()<>\s]{1,300})|<([^<>\n]{1,300})>)\)/g;

/** An address, a place in the same file, or a variable. */
const isNoFile = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\$\{)/i;

/**
 * The references to files in a Markdown text (VS Code's documentation, "Use prompt files"), but not those in a fenced
 * block. Parley does not follow them.
 */
export function fileReferencesIn(text: string): readonly FileReference[] {
  const isInCode = codeIn(text);
  const found: FileReference[] = [];
  for (const { 0: written, 1: plain, 2: bracketed, index: start } of text.matchAll(references)) {
    const path = plain ?? bracketed ?? written;
    if (!isInCode(start) && (path === written || !isNoFile.test(path))) {
      found.push({ start, end: start + written.length, path });
    }
    if (found.length === most) {
      break;
    }
  }
  return found;
}

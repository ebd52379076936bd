/** What stands before the data of an image: `![name](data:image/png;base64,`, or the same without Markdown. */
export interface ImageHead {
  /** The index of the first character of the data. */
  readonly dataStart: number;
  readonly isMarkdown: boolean;
}

/** In characters: the name of an image, and what may follow its address. */
const maxNameLength = 300;
const maxTailLength = 220;

/** In characters. What stands before the data of a data URL is shorter. */
const maxPrefixLength = 130;

const scheme = 'data:image/';

const [exclamation, bracket, letterD] = [0x21, 0x5b, 0x64];

/**
 * The first index from `from` on at which an image may begin; -1 if there is none. `before` is the character before
 * `from`. An exclamation mark after a word belongs to the word.
 */
export function nextHeadStart(text: string, from: number, before: string): number {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === exclamation || code === bracket || code === letterD) {
      const last = index === from ? before : text.charAt(index - 1);
      const isStart =
        code === bracket ? last === '!' : !/\w/.test(last) && mayBegin(text, index, code);
      if (isStart) {
        return index;
      }
    }
  }
  return -1;
}

function mayBegin(text: string, index: number, code: number): boolean {
  const begin = code === exclamation ? '![' : scheme;
  return begin.startsWith(text.slice(index, index + begin.length));
}

/** The head of an image at `index`; `partial` if the text ends within what may be one. */
export function headAt(text: string, index: number): ImageHead | 'partial' | undefined {
  const start = text.charCodeAt(index) === exclamation ? index + 1 : index;
  if (start === text.length) {
    return 'partial';
  }
  const isMarkdown = text.charCodeAt(start) === bracket;
  const address = isMarkdown ? addressStart(text, start) : start;
  if (typeof address !== 'number') {
    return address;
  }
  const rest = text.slice(address, address + maxPrefixLength);
  const [prefix] = /^data:image\/(?!svg)[\w.+-]{1,40};(?:[\w=.+-]{1,60};)?base64,/.exec(rest) ?? [];
  if (prefix !== undefined) {
    return { dataStart: address + prefix.length, isMarkdown };
  }
  const isPartial =
    address + rest.length === text.length &&
    (scheme.startsWith(rest) || /^data:image\/[\w.+-]{0,40}(?:;[\w=.+-]{0,60}){0,2}$/.test(rest));
  return isPartial ? 'partial' : undefined;
}

/** The index of the address of a Markdown image whose name begins at `index`. */
function addressStart(text: string, index: number): number | 'partial' | undefined {
  const whole = text.slice(index, index + maxNameLength);
  const [before] = /^\[[^\]\n]*(?:\](?:\((?: {0,3}<?)?)?)?/.exec(whole) ?? [''];
  if (index + before.length === text.length) {
    return 'partial';
  }
  return /\( *<?$/.test(before) ? index + before.length : undefined;
}

/** The index after the Base64 that begins at `start`. */
export function dataEnd(text: string, start: number): number {
  let index = start;
  while (index < text.length && isBase64(text.charCodeAt(index))) {
    index += 1;
  }
  return index;
}

/** Also in the alphabet for addresses. */
function isBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x3d ||
    code === 0x5f
  );
}

/** The index after what ends a Markdown image whose address ends at `index`: perhaps a title, and the bracket. */
export function tailAt(
  text: string,
  index: number,
  isEnd: boolean,
): number | 'partial' | undefined {
  const rest = text.slice(index, index + maxTailLength);
  const [tail] = /^>?[ \t]*(?:"[^"\n]*"[ \t]*|'[^'\n]*'[ \t]*)?\)/.exec(rest) ?? [];
  if (tail !== undefined) {
    return index + tail.length;
  }
  const isPartial =
    !isEnd &&
    rest.length < maxTailLength &&
    /^>?[ \t]*(?:"[^"\n]*(?:"[ \t]*)?|'[^'\n]*(?:'[ \t]*)?)?$/.test(rest);
  return isPartial ? 'partial' : undefined;
}

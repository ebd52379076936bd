import { createCharacterFinder } from '../../../shared/reasoning/textPlace.ts';

/** What an image is written as: `![name](data:…)`, `<img src="data:…">`, or only its address. */
export type ImageForm = 'markdown' | 'html' | 'bare';

/** What stands before the data of an image, such as `![name](data:image/png;base64,`. */
export interface ImageHead {
  /** The index of the first character of the data. */
  readonly dataStart: number;
  readonly form: ImageForm;
  /** Whether the address says that it is an image; else its data has to. */
  readonly isTyped: boolean;
}

/** In characters: the name of an image, which may be the whole request for it, and what may follow its address. */
const maxNameLength = 1000;
const maxTailLength = 220;

/** In characters. What stands before the data of a data URL is shorter. */
const maxPrefixLength = 190;

const nextCandidate = createCharacterFinder('dD![<');

/**
 * The first index from `from` on at which an image may begin; -1 if there is none. `before` is the character before
 * `from`. An exclamation mark after a word belongs to the word.
 */
export function nextHeadStart(text: string, from: number, before: string): number {
  let index = nextCandidate(text, from);
  while (index !== -1) {
    const last = index === from ? before : text.charAt(index - 1);
    const isStart =
      text.charAt(index) === '[' ? last === '!' : mayBegin(text, index) && !/\w/.test(last);
    if (isStart) {
      break;
    }
    index = nextCandidate(text, index + 1);
  }
  return index;
}

function mayBegin(text: string, index: number): boolean {
  const first = text.charAt(index);
  const begin = first === '!' ? '![' : first === '<' ? '<img' : 'data:';
  return begin.startsWith(text.slice(index, index + begin.length).toLowerCase());
}

/** The head of an image at `index`; `partial` if the text ends within what may be one. */
export function headAt(text: string, index: number): ImageHead | 'partial' | undefined {
  const first = text.charAt(index);
  const start = first === '!' ? index + 1 : index;
  if (start === text.length) {
    return 'partial';
  }
  const form = first === '<' ? 'html' : text.charAt(start) === '[' ? 'markdown' : 'bare';
  const address = form === 'bare' ? start : addressStart(text, start, form);
  if (typeof address !== 'number') {
    return address;
  }
  const rest = text.slice(address, address + maxPrefixLength);
  const [prefix, type = ''] = dataPrefix.exec(rest) ?? [];
  if (prefix !== undefined) {
    const isTyped = /^image\/[^*]/i.test(type);
    return { dataStart: address + prefix.length, form, isTyped };
  }
  return address + rest.length === text.length && partialPrefix.test(rest) ? 'partial' : undefined;
}

/** Up to the data of a data URL that is, or may be, an image. SVG is none: it can be read as text. */
const dataPrefix =
  /^data:(|image(?:\/(?!svg)[\w.+*-]{1,40})?|application\/octet-stream);(?:[\w=.+-]{1,60};)?base64,\s{0,3}(?=\S)/i;

const partialPrefix =
  /^(?:d(?:a(?:ta?)?)?|data:(?:[\w.+*/-]{0,50}(?:;[\w=.+-]{0,60}){0,2}(?:;base64,\s{0,3})?)?)$/i;

/** What stands before the address of an image with a name: of one in Markdown, and of one in HTML. */
const beforeAddress: Readonly<Record<Exclude<ImageForm, 'bare'>, RegExp>> = {
  markdown: /^\[(?:[^\]\n]|\n(?!\n)|\](?!\())*(?:\]\((?:\s{0,3}<?)?)?/,
  html: /^<img(?:\s[^<>]*?)??(?:\ssrc\s?=\s?["']?)(?=d|$)/i,
};

/** The index of the address of an image in Markdown or HTML that begins at `index`. */
function addressStart(
  text: string,
  index: number,
  form: Exclude<ImageForm, 'bare'>,
): number | 'partial' | undefined {
  const whole = text.slice(index, index + maxNameLength);
  const [before = ''] = beforeAddress[form].exec(whole) ?? [];
  if (form === 'html' && before === '') {
    const isOpen = index + whole.length === text.length && whole.length < maxNameLength;
    return isOpen && /^<(?:i(?:m(?:g(?:\s[^<>]*)?)?)?)?$/i.test(whole) ? 'partial' : undefined;
  }
  if (index + before.length === text.length) {
    return 'partial';
  }
  return form === 'html' || /\(\s*<?$/.test(before) ? index + before.length : undefined;
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

/** What follows the address of an image, and the beginning of it: perhaps a title, and the bracket. */
const tails: Readonly<Record<Exclude<ImageForm, 'bare'>, readonly [RegExp, RegExp]>> = {
  markdown: [
    /^>?[ \t]*(?:"[^"\n]*"[ \t]*|'[^'\n]*'[ \t]*)?\)/,
    /^>?[ \t]*(?:"[^"\n]*(?:"[ \t]*)?|'[^'\n]*(?:'[ \t]*)?)?$/,
  ],
  html: [/^["']?[^<>]*>/, /^["']?[^<>]*$/],
};

/** The index after what ends an image whose address ends at `index`. */
export function tailAt(
  text: string,
  index: number,
  { form, isEnd }: { readonly form: ImageForm; readonly isEnd: boolean },
): number | 'partial' | undefined {
  if (form === 'bare') {
    return undefined;
  }
  const rest = text.slice(index, index + maxTailLength);
  const [whole, beginning] = tails[form];
  const [tail] = whole.exec(rest) ?? [];
  if (tail !== undefined) {
    return index + tail.length;
  }
  return !isEnd && rest.length < maxTailLength && beginning.test(rest) ? 'partial' : undefined;
}

/** In characters. Python breaks the lines of Base64 after 76, other programs after 64. */
const lineLengths = { least: 60, most: 80 };

/**
 * Whether Base64 that ends at `index` goes on in the next line, after `lineLength` characters in this one: more of it
 * follows, and not a word. `partial` if that is not known.
 */
export function goesOn(
  text: string,
  index: number,
  { lineLength, isEnd }: { readonly lineLength: number; readonly isEnd: boolean },
): boolean | 'partial' {
  if (lineLength < lineLengths.least || lineLength > lineLengths.most) {
    return false;
  }
  const next = text.slice(index, index + lineLengths.most + 4);
  if (/^\r?\n[\w+/-]{24}|^\r?\n[\w+/-]{0,24}(?:=|[)"'>])/.test(next)) {
    return true;
  }
  return !isEnd && /^(?:\r|\r?\n[\w+/-]{0,23})?$/.test(next) ? 'partial' : false;
}

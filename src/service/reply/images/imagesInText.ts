import { TextPlace } from '../../../shared/reasoning/textPlace.ts';
import {
  dataEnd,
  goesOn,
  headAt,
  type ImageForm,
  type ImageHead,
  nextHeadStart,
  tailAt,
} from './imageSyntax.ts';
import { maxImagesLength } from './replyImages.ts';

/** Where what is found in the text goes. */
interface Found {
  readonly text: (text: string) => void;
  /** The Base64 of an image; undefined if it is larger than all images of a reply may be. */
  readonly image: (data: string | undefined) => void;
}

/**
 * From this length on, in characters, data is an image and no sample in a sentence. What is shorter is kept back until
 * it is known what it is.
 */
const longLength = 1000;

/** Hardly an image has fewer characters of Base64. */
const leastLength = 48;

/** An image whose data arrives. */
interface Arriving {
  readonly parts: string[];
  length: number;
  readonly form: ImageForm;
  /** How much of it there is since the last line break. */
  lineLength: number;
}

/**
 * Takes images out of the text of a reply, while it streams: gateways put the image of a model there as Markdown with
 * a data URL, or as a bare one (`docs/service-interface.md`, "Chat completion object" 8). The result does not depend on
 * how the text is split, and the time is linear in its length.
 */
export class ImagesInText {
  readonly #found: Found;
  readonly #place = new TextPlace();
  /** What may be the start of an image, or what follows its data. */
  #held = '';
  #arriving: Arriving | undefined;
  /** The last character before what is read next. */
  #last = '';

  constructor(found: Found) {
    this.#found = found;
  }

  /** Reads more text, which may be split anywhere. */
  read(text: string): void {
    this.#readAll(this.#held + text, false);
  }

  /** Gives out what is still kept back, because nothing follows. */
  end(): void {
    this.#readAll(this.#held, true);
  }

  #readAll(text: string, isEnd: boolean): void {
    this.#held = '';
    let given = this.#arriving === undefined ? 0 : this.#take(this.#arriving, text, 0, isEnd);
    let from = given;
    while (from < text.length) {
      const index = nextHeadStart(text, from, from === 0 ? this.#last : text.charAt(from - 1));
      if (index === -1) {
        break;
      }
      this.#give(text.slice(given, index));
      given = index;
      const head = this.#place.isFenced ? undefined : headAt(text, index);
      const verdict = typeof head === 'object' ? this.#judge(text, head, isEnd) : head;
      if (verdict === 'partial' && !isEnd) {
        this.#held = text.slice(index);
        return;
      }
      from = index + 1;
      if (verdict === 'image' && typeof head === 'object') {
        this.#arriving = { parts: [], length: 0, form: head.form, lineLength: 0 };
        given = this.#take(this.#arriving, text, head.dataStart, isEnd);
        from = given;
      }
    }
    this.#give(text.slice(given));
  }

  /** Whether a data URL is an image, or text about one: a sample in a sentence is short, cut, or has words around it. */
  #judge(
    text: string,
    { dataStart, form, isTyped }: ImageHead,
    isEnd: boolean,
  ): 'image' | 'partial' | undefined {
    const end = dataEnd(text, dataStart);
    const length = end - dataStart;
    const isFile = fileStart.test(text.slice(dataStart, dataStart + 8));
    if (length > longLength) {
      return isTyped || isFile ? 'image' : undefined;
    }
    if (end === text.length && !isEnd) {
      return 'partial';
    }
    if (this.#place.isInlineCode || length < leastLength || !isFile) {
      return undefined;
    }
    const isBroken = goesOn(text, end, { lineLength: length, isEnd });
    if (isBroken !== false) {
      return isBroken === 'partial' ? isBroken : 'image';
    }
    if (form === 'markdown') {
      const tail = tailAt(text, end, { form, isEnd });
      return typeof tail === 'number' ? 'image' : tail;
    }
    if (form === 'html') {
      return undefined;
    }
    const { isLineStart, lastSolid } = this.#place;
    const isAlone = (isLineStart || /[:：]/.test(lastSolid)) && /^[\r\n]?$/.test(text.charAt(end));
    return isAlone ? 'image' : undefined;
  }

  /** Collects the data of an image from `start` on. Gives the index after the image, or after what is read of it. */
  #take(image: Arriving, text: string, start: number, isEnd: boolean): number {
    let end = this.#collect(image, text, start);
    for (;;) {
      const { form, lineLength } = image;
      if (end === text.length && !isEnd) {
        return end;
      }
      const more = goesOn(text, end, { lineLength, isEnd });
      if (more === true) {
        image.lineLength = 0;
        end = this.#collect(image, text, text.indexOf('\n', end) + 1);
        continue;
      }
      const tail = more === 'partial' ? more : tailAt(text, end, { form, isEnd });
      if (tail === 'partial') {
        this.#held = text.slice(end);
        return text.length;
      }
      this.#found.image(image.length > maxImagesLength ? undefined : inUsualAlphabet(image.parts));
      this.#arriving = undefined;
      this.#last = ')';
      return tail ?? end;
    }
  }

  /** Collects the data of an image in one line, from `start` on. Gives the index after it. */
  #collect(image: Arriving, text: string, start: number): number {
    const end = dataEnd(text, start);
    image.length += end - start;
    image.lineLength += end - start;
    if (image.length > maxImagesLength) {
      image.parts.length = 0;
    } else {
      image.parts.push(text.slice(start, end));
    }
    return end;
  }

  #give(text: string): void {
    if (text !== '') {
      this.#place.add(text);
      this.#last = text.slice(-1);
      this.#found.text(text);
    }
  }
}

/** Base64 may be in the alphabet for addresses. */
function inUsualAlphabet(parts: readonly string[]): string {
  return parts.join('').replaceAll('-', '+').replaceAll('_', '/');
}

/** What the files of images begin with, as Base64: PNG, JPEG, GIF, WebP. */
const fileStart = /^(?:iVBORw0K|\/9j\/|R0lGOD|UklGR)/;

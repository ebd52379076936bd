import { isRecord, isString, type WireObject } from '../../../shared/guards.ts';
import { base64OfDataUrl } from '../../../shared/images/image.ts';
import type { ServiceEvent } from '../../../shared/service/chatCompletion.ts';

/** The Base64 of all images of a reply, in characters: 48 MiB of files. */
export const maxImagesLength = 64 * 1024 * 1024;

/** Of one reply: images, and those that are only named. */
const limits = { count: 30, named: 100 };

/** No service sends more in one message; what follows is not read. */
const maxListed = 100;

/** In characters. A longer address is not named. */
const maxAddressLength = 2000;

/** Reads the images of one reply. An image that is repeated counts once. */
export class ReplyImages {
  /** How many images were left out, because there were too many or they are too large. */
  lostCount = 0;
  readonly #known = new Set<string>();
  readonly #addresses = new Set<string>();
  #left = maxImagesLength;

  /**
   * Appends the images in a message or a delta (`docs/service-interface.md`, "Chat completion object" 8). Gives the
   * addresses of those that are not in it as data, as Markdown that names them: nothing is loaded from an address.
   */
  read(message: WireObject, events: ServiceEvent[]): string {
    let named = '';
    for (const part of imageParts(message)) {
      const { data, address } = sourceOf(part);
      if (data !== undefined) {
        this.take(data, events);
      } else if (address !== undefined) {
        named += this.#name(address);
      }
    }
    return named;
  }

  /** Appends the image with this Base64, which was in the text; undefined if it is too large to be collected. */
  take(data: string | undefined, events: ServiceEvent[]): void {
    if (data !== undefined && this.#known.has(data)) {
      return;
    }
    if (data === undefined || this.#known.size >= limits.count || data.length > this.#left) {
      this.lostCount += 1;
      return;
    }
    this.#known.add(data);
    this.#left -= data.length;
    events.push({ kind: 'image', data });
  }

  /** The Markdown that names the image at an address. */
  #name(address: string): string {
    if (this.#addresses.has(address)) {
      return '';
    }
    if (this.#addresses.size >= limits.named) {
      this.lostCount += 1;
      return '';
    }
    this.#addresses.add(address);
    return nameOf(address);
  }
}

const partTypes: ReadonlySet<unknown> = new Set([
  'image_url',
  'output_image',
  'image',
  'image_generation_call',
]);

/** The images of a message: those of `images`, and those among the parts of `content`. */
function imageParts({ images, content }: WireObject): readonly WireObject[] {
  const list: readonly unknown[] = Array.isArray(images) ? images : [];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return [
    ...list.slice(0, maxListed).map((image) => (isString(image) ? { url: image } : image)),
    ...parts.slice(0, maxListed).filter((part) => isRecord(part) && partTypes.has(part['type'])),
  ].filter(isRecord);
}

/** The Base64 of an image, or its address. */
interface Source {
  readonly data?: string | undefined;
  readonly address?: string | undefined;
}

const dataFields = ['b64_json', 'image_base64', 'result', 'data'];

/** The image in a part: a data URL, or Base64 in a field of its own. */
function sourceOf(part: WireObject): Source {
  const inner = part['image_url'] ?? part['image'] ?? part['url'];
  const url = isRecord(inner) ? inner['url'] : inner;
  if (isString(url) && url !== '') {
    const data = base64OfDataUrl(url);
    return data === undefined ? { address: httpAddress(url) } : { data };
  }
  const fields = isRecord(inner) ? [part, inner] : [part];
  const data = fields
    .flatMap((place) => dataFields.map((name) => place[name]))
    .find((value): value is string => isString(value) && value !== '');
  return { data: data === undefined ? undefined : (base64OfDataUrl(data) ?? data) };
}

/** An address that can stand in a link; any other text is not one. */
function httpAddress(url: string): string | undefined {
  return url.length <= maxAddressLength && /^https?:\/\/[^\s<>]+$/i.test(url) ? url : undefined;
}

/** Renderers show the name of an image and a link, and load nothing. */
function nameOf(address: string): string {
  return `\n\n![image](<${address}>)\n\n`;
}

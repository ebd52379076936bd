import { until } from '../../support/until.ts';
import type { Image } from '../../../src/shared/images/image.ts';
import type { Metadata } from '../../../src/shared/images/keptImage.ts';
import type { OpenPanel } from '../openPanel.ts';

/** An image that the browser draws and encodes, of one colour. */
export function imageFile(
  name: string,
  [width, height]: readonly [number, number],
  type = 'image/png',
): File {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.fillStyle = name.length % 2 === 0 ? '#a33' : '#37b';
    context.fillRect(0, 0, width, height);
    // Makes files of different names differ.
    context.fillStyle = '#fff';
    context.fillText(name, 1, height - 1);
  }
  // Encoded at once: a blob would be when the page is idle.
  const [, base64 = ''] = canvas.toDataURL(type).split(',');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new File([bytes], name, { type });
}

/** A bitmap of Windows, which services do not read: 2 × 1 pixels of 24 bits. */
export function bmpFile(name: string): File {
  const bytes = new Uint8Array(62);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, 62, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 1, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  return new File([bytes], name, { type: 'image/bmp' });
}

/** What the host would do with images. */
export interface ImageHost {
  /** The images that it has, by id. */
  readonly files: Map<string, Uint8Array>;
  /** Answers what the panel has asked since the last call, and waits until `condition` holds. */
  until<T>(what: string, condition: () => T | undefined | false | 0 | ''): Promise<T>;
  /** How often each image was asked for. */
  readonly reads: readonly string[];
}

/** A host that keeps images in memory. `removed` is what it says of each. */
export function imageHost(
  panel: OpenPanel,
  files = new Map<string, Uint8Array>(),
  removed: readonly Metadata[] = [],
): ImageHost {
  let answered = 0;
  const reads: string[] = [];
  const answer = async (): Promise<void> => {
    for (const intent of panel.posted.slice(answered)) {
      answered += 1;
      if (intent.kind === 'keepImage') {
        const { draft, name, bytes } = intent;
        const image = await described(name, bytes);
        files.set(image.id, bytes);
        panel.tell({ kind: 'imageKept', draft, kept: { image, removed, isAnimated: false } });
      } else if (intent.kind === 'readImages') {
        for (const id of intent.ids) {
          reads.push(id);
          panel.tell({ kind: 'imageBytes', id, bytes: files.get(id) });
        }
      }
    }
  };
  return {
    files,
    reads,
    until: async (what, condition) =>
      until(what, async () => {
        await answer();
        return condition();
      }),
  };
}

/** An image as the host describes it. */
async function described(name: string, bytes: Uint8Array): Promise<Image> {
  const copy = new Uint8Array(bytes);
  const bitmap = await createImageBitmap(new Blob([copy]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', copy));
  return {
    id: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    type: copy[0] === 0xff ? 'image/jpeg' : 'image/png',
    name,
    width: bitmap.width,
    height: bitmap.height,
    size: copy.length,
  };
}

/** Puts the bytes of a file into the host's memory and describes it. */
export async function stored(file: File, files: Map<string, Uint8Array>): Promise<Image> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = await described(file.name, bytes);
  files.set(image.id, bytes);
  return image;
}

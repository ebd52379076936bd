import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';

type Settle = (bytes: Uint8Array | undefined) => void;

/** Reads the bytes of images, which only the host has. */
export class ImageBytes {
  readonly #post: (intent: ViewToHost) => void;
  /** Who waits for each image that was asked for. */
  readonly #waiting = new Map<string, Settle[]>();
  /** The images that are asked for at the end of the current task, together. */
  #next: string[] = [];

  constructor(post: (intent: ViewToHost) => void) {
    this.#post = post;
  }

  /** The bytes of the image with this id; undefined if its file is gone. They are not kept. */
  async read(id: string): Promise<Uint8Array | undefined> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id);
      if (waiting !== undefined) {
        waiting.push(resolve);
        return;
      }
      this.#waiting.set(id, [resolve]);
      if (this.#next.push(id) === 1) {
        queueMicrotask(() => {
          const ids = this.#next;
          this.#next = [];
          this.#post({ kind: 'readImages', ids });
        });
      }
    });
  }

  /** Takes in an answer of the host. */
  received({ id, bytes }: { readonly id: string; readonly bytes?: Uint8Array | undefined }): void {
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    waiting.forEach((settle) => settle(bytes));
  }
}

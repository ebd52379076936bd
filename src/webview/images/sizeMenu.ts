import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import { imageTokens } from '../../conversation/request/imageTokens.ts';
import { byteSize, type Image, pixelSize } from '../../shared/images/image.ts';
import { formatNumber } from '../../shared/language.ts';
import { element } from '../dom/element.ts';
import { recoverFocus } from '../dom/focus.ts';
import { drawn, encoded, type PixelSize, sizeWithin, withBitmap } from './drawImage.ts';
import type { ImageBytes } from './imageBytes.ts';

/** Lengths of the longer edge that are offered, in pixels. */
const edges = [2048, 1024, 512] as const;

/** An image with a longer edge of at most so many pixels has no other size. */
export const smallestEdge = 512;

/** The image of a chip. */
interface SizedImage {
  readonly image: Image;
  /** The image before it was scaled down; `image` itself if it was not. */
  readonly original: Image;
  readonly bytes: ImageBytes;
  /** The model that counts the tokens. */
  readonly model: string | undefined;
}

/** A size that an image can be scaled down to. */
interface Choice {
  readonly size: PixelSize;
  /** The image in this size, once it is encoded. */
  readonly blob?: Blob | undefined;
}

/**
 * Opens a menu with the sizes that an image can have. `onChoose` is called with the bytes of the scaled image, or
 * without for the original.
 */
export function openSizeMenu(
  button: HTMLElement,
  { image, original, bytes, model }: SizedImage,
  onChoose: (scaled?: Uint8Array) => void,
): void {
  const closing = new AbortController();
  const node = menuNode(button, closing);
  let choices: readonly Choice[] = edges
    .filter((edge) => edge < Math.max(original.width, original.height))
    .map((edge) => ({ size: sizeWithin(original, edge) }));
  const choose = (chosen?: Blob): void => {
    node.hidePopover();
    void (async () => onChoose(chosen && new Uint8Array(await chosen.arrayBuffer())))();
  };
  const show = (): void => {
    render(
      [
        row(
          l10n.t('Original'),
          l10n.t('{0} pixels, {1}', pixelSize(original), byteSize(original.size)),
          {
            isChecked: image.id === original.id,
            onClick: () => (image.id === original.id ? node.hidePopover() : choose()),
          },
        ),
        ...choices.map(({ size, blob }) =>
          row(l10n.t('{0} pixels', pixelSize(size)), savingText({ original, size, blob, model }), {
            isChecked:
              image.id !== original.id &&
              image.width === size.width &&
              image.height === size.height,
            onClick: blob && (() => choose(blob)),
          }),
        ),
      ],
      node,
    );
  };
  show();
  button.after(node);
  node.showPopover();
  place(node, button);
  rows(node)[0]?.focus();
  void encodeAll(original, bytes, choices, closing.signal, (encodedChoices) => {
    choices = encodedChoices;
    show();
  });
}

/** The empty menu. Once it is closed, it leaves the page and aborts `closing`. */
function menuNode(button: HTMLElement, closing: AbortController): HTMLElement {
  const node = element('div', {
    class: 'size-menu',
    role: 'menu',
    popover: 'auto',
    'aria-label': l10n.t('Size of the Image'),
  });
  node.addEventListener('keydown', (event) => moveFocus(event, node));
  node.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') {
      closing.abort();
      node.remove();
      recoverFocus(button);
    }
  });
  return node;
}

/** Encodes one size after the other, and tells after each. Ends early once the menu is closed. */
async function encodeAll(
  original: Image,
  bytes: ImageBytes,
  choices: readonly Choice[],
  closing: AbortSignal,
  tell: (choices: readonly Choice[]) => void,
): Promise<void> {
  const content = choices.length === 0 ? undefined : await bytes.read(original.id);
  if (content === undefined || closing.aborted) {
    return;
  }
  const blob = new Blob([new Uint8Array(content)], { type: original.type });
  await withBitmap(blob, async (bitmap) => {
    let done = choices;
    for (const { size } of choices) {
      // An image that is a little turned in its metadata has its edges the other way round.
      const canvas = drawn(bitmap, sizeWithin(bitmap, Math.max(size.width, size.height)));
      const type = original.type === 'image/gif' ? 'image/png' : original.type;
      const scaled = await encoded(canvas, type);
      if (closing.aborted) {
        return;
      }
      done = done.map((choice) => (choice.size === size ? { size, blob: scaled } : choice));
      tell(done);
    }
  });
}

interface RowState {
  readonly isChecked: boolean;
  /** Missing until the size can be chosen. */
  readonly onClick: (() => void) | undefined;
}

function row(label: string, detail: string, { isChecked, onClick }: RowState): TemplateResult {
  return html`<button
    class="size-row"
    type="button"
    role="menuitemradio"
    tabindex="-1"
    aria-checked=${isChecked}
    aria-disabled=${onClick === undefined}
    @click=${() => onClick?.()}
  >
    <span
      class="codicon ${isChecked ? 'codicon-check' : 'codicon-blank'}"
      aria-hidden="true"
    ></span>
    <span class="size-label">${label}</span>
    <span class="quiet">${detail}</span>
  </button>`;
}

interface Saving extends Choice {
  readonly original: Image;
  readonly model: string | undefined;
}

/** What a size saves compared with the original. */
function savingText({ original, size, blob, model }: Saving): string {
  const tokens = imageTokens(original, model) - imageTokens(size, model);
  if (blob === undefined) {
    return l10n.t('Scaling…');
  }
  const saved = original.size - blob.size;
  const result = byteSize(blob.size);
  if (saved <= 0) {
    return tokens <= 0 ? result : l10n.t('{0}, saves {1}', result, tokensText(tokens));
  }
  return tokens <= 0
    ? l10n.t('{0}, saves {1}', result, byteSize(saved))
    : l10n.t('{0}, saves {1} and {2}', result, byteSize(saved), tokensText(tokens));
}

function tokensText(tokens: number): string {
  const count = formatNumber(tokens);
  return l10n.t('about {0} tokens', count);
}

function rows(node: HTMLElement): readonly HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
}

/** Arrow keys, Home and End move the focus; Tab closes the menu, as in every menu of VS Code. */
function moveFocus(event: KeyboardEvent, node: HTMLElement): void {
  const all = rows(node);
  const at = all.findIndex((one) => one === document.activeElement);
  const target = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (target !== undefined) {
    event.preventDefault();
    all[target]?.focus();
  } else if (event.key === 'Tab' || event.key === 'Escape') {
    event.preventDefault();
    // Escape would also stop a running reply.
    event.stopPropagation();
    node.hidePopover();
  }
}

/** Puts the menu above its button, inside the panel. */
function place(node: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { width, height } = node.getBoundingClientRect();
  const isRoomAbove = top >= height;
  node.style.top = `${isRoomAbove ? top - height : Math.min(bottom, innerHeight - height)}px`;
  node.style.left = `${Math.max(4, Math.min(right - width, innerWidth - width - 4))}px`;
}

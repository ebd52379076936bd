import type { CodeAction, CodePageAction, PressedCode } from '../../shared/panel/panelProtocol.ts';

/** The code of a block on the page, and which one of its reply it is. */
export function codeOf(block: Element): PressedCode {
  const text = textOf(block);
  const all = [...(block.closest('.markdown')?.querySelectorAll('.code-block') ?? [])];
  return {
    text,
    language: block.querySelector('.code-language')?.textContent ?? '',
    replyId: block.closest<HTMLElement>('[data-turn-id]')?.dataset['turnId'] ?? '',
    nth: all.slice(0, all.indexOf(block)).filter((one) => textOf(one) === text).length,
  };
}

function textOf(block: Element): string {
  return block.querySelector('code')?.textContent ?? '';
}

/** The blocks that commands are about. */
export interface CommandedCode {
  /** The block whose menu was opened last, or else the one with the focus. */
  block(isOfMenu: boolean): HTMLElement | undefined;
}

/** Follows the menus that are opened inside `content`. */
export function followCodeMenus(content: HTMLElement): CommandedCode {
  let last: HTMLElement | undefined;
  let focused: HTMLElement | undefined;
  content.addEventListener('contextmenu', ({ target }) => {
    last = blockAround(target);
  });
  document.addEventListener('focusin', ({ target }) => {
    focused = blockAround(target);
  });
  return {
    block(isOfMenu) {
      const { activeElement, body } = document;
      // In browsers, nothing has the focus here while the Command Palette has it.
      const current = activeElement === body ? focused : blockAround(activeElement);
      const block = isOfMenu && last?.isConnected === true ? last : current;
      return block?.isConnected === true ? block : undefined;
    },
  };
}

function blockAround(node: EventTarget | null): HTMLElement | undefined {
  return (node instanceof Element && node.closest<HTMLElement>('.code-block')) || undefined;
}

/** Does what a command asks of a block. */
export function actOnCode(
  action: CodeAction | CodePageAction,
  block: HTMLElement,
  post: (intent: CodeIntent) => void,
): void {
  switch (action) {
    case 'wrap':
      block.classList.toggle('wrapped');
      break;
    case 'copy':
      post({ kind: 'copy', text: textOf(block) });
      break;
    default:
      post({ kind: 'code', action, ...codeOf(block) });
  }
}

type CodeIntent =
  | { readonly kind: 'copy'; readonly text: string }
  | ({ readonly kind: 'code'; readonly action: CodeAction } & PressedCode);

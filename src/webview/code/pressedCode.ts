import type {
  CodeAction,
  CodePageAction,
  PressedCode,
  ViewToHost,
} from '../../shared/panel/panelProtocol.ts';
import type { AppliedCode } from '../../shared/panel/panelState.ts';

/** The reply of a block on the page, and which of its blocks it is. */
export function placeOf(block: Element): Pick<AppliedCode, 'replyId' | 'index'> {
  return {
    replyId: block.closest<HTMLElement>('[data-turn-id]')?.dataset['turnId'] ?? '',
    index: blocksAround(block).indexOf(block),
  };
}

/** The code of a block on the page, and which one of its reply it is. */
export function codeOf(block: Element): PressedCode {
  const text = textOf(block);
  const { replyId, index } = placeOf(block);
  return {
    text,
    language: block.querySelector('.code-language')?.textContent ?? '',
    replyId,
    nth: blocksAround(block)
      .slice(0, index)
      .filter((one) => textOf(one) === text).length,
  };
}

function blocksAround(block: Element): readonly Element[] {
  return [...(block.closest('.markdown')?.querySelectorAll('.code-block') ?? [])];
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
  post: (intent: ViewToHost) => void,
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

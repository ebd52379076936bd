import * as l10n from '@vscode/l10n';
import type { AppliedCode } from '../../shared/panel/panelState.ts';
import { element, icon } from '../dom/element.ts';
import { placeOf } from './pressedCode.ts';

/** Marks the blocks of code of which something was written to files. */
class AppliedMarks {
  #applied: readonly AppliedCode[] = [];

  /** Marks these blocks. Gives words about those that were not known before. */
  show(applied: readonly AppliedCode[] = []): readonly string[] {
    const known = new Set(this.#applied.map(keyOf));
    this.#applied = applied;
    const added = applied.filter((one) => !known.has(keyOf(one)));
    for (const one of added) {
      const reply = document.querySelector(`.reply[data-turn-id="${CSS.escape(one.replyId)}"]`);
      const block = reply?.querySelectorAll('.markdown .code-block')[one.index];
      if (block !== undefined) {
        mark(block, one);
      }
    }
    return added.map(wordsOf);
  }

  /** Marks a block that is complete, if it is one of these. It has to be on the page by the end of the current task. */
  watch(block: Element): void {
    if (this.#applied.length > 0) {
      queueMicrotask(() => {
        const { replyId, index } = placeOf(block);
        const own = this.#applied.find((one) => one.replyId === replyId && one.index === index);
        if (own !== undefined) {
          mark(block, own);
        }
      });
    }
  }

  /** Removes the mark of a block. */
  remove(block: Element): void {
    block.querySelector('.code-applied')?.remove();
  }
}

/** The marks of this page. */
export const appliedMarks = new AppliedMarks();

/** Marks a block, unless its code is another one. */
function mark(block: Element, applied: AppliedCode): void {
  if (block.querySelector('code')?.textContent.length !== applied.length) {
    return;
  }
  const words = wordsOf(applied);
  const content = [icon('check'), element('span', {}, [l10n.t('Applied')])];
  const link = { type: 'button', 'data-code-action': 'applied', 'aria-label': words, title: words };
  const node =
    applied.files.length === 0
      ? element('span', { class: 'code-applied' }, content)
      : element('button', { class: 'code-applied', ...link }, content);
  appliedMarks.remove(block);
  block.querySelector('.code-actions')?.before(node);
}

function keyOf(applied: AppliedCode): string {
  return JSON.stringify(applied);
}

function wordsOf({ files }: AppliedCode): string {
  return files.length === 0 ? l10n.t('Applied') : l10n.t('Applied to {0}', files.join(', '));
}

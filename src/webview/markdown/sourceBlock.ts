import * as l10n from '@vscode/l10n';
import { element } from '../dom/element.ts';
import { appendText } from '../dom/textParts.ts';
import { plainText } from './render.ts';

/** A block that is shown as its source, because it is too large to be formatted at once. */
export interface SourceBlock {
  readonly node: HTMLElement;
  /** Appends to the source, and shows it if the block was formatted. */
  append(text: string): void;
}

/** Matches what may be markup. Without any, the text would look the same with its formatting. */
const markup = /[-|*_~`[\]$\\<>&!+=#]|\d[.)]|:\/\//;

/**
 * Creates a block without text. Its button calls `format` with a node to render into and the source;
 * pressed again, it shows the source.
 */
export function createSourceBlock(
  format: (target: HTMLElement, source: string) => void,
): SourceBlock {
  const source = plainText('');
  const node = element('div', { class: 'source-block' }, [source]);
  const toggle = element('button', { class: 'text-button', type: 'button' });
  const note = l10n.t('This block is too large to format automatically.');
  const header = element('div', { class: 'source-header' }, [element('span', {}, [note]), toggle]);
  const show = (content: HTMLElement): void => {
    toggle.textContent = content === source ? l10n.t('Show Formatted') : l10n.t('Show Source');
    node.lastElementChild?.replaceWith(content);
  };
  toggle.addEventListener('click', () => {
    if (source.parentNode === node) {
      const formatted = element('div', { class: 'formatted' });
      show(formatted);
      format(formatted, source.textContent);
    } else {
      show(source);
    }
  });
  let end = '';
  return {
    node,
    append(text) {
      const isMarkup = markup.test(end + text);
      end = text.slice(-2);
      appendText(source, text);
      if (source.parentNode !== node || (isMarkup && header.parentNode !== node)) {
        node.prepend(header);
        show(source);
      }
    },
  };
}

import { codeColours } from './codeColours.ts';
import { CodeLines } from './codeLines.ts';
import { element, icon } from './element.ts';

/** Marks the button that copies the code it stands over. */
export const copyCodeSelector = '.copy-code';

/** A block of code on the page whose code may still grow. */
export interface CodeBlock {
  readonly node: HTMLElement;
  /** Replaces everything from `offset` (in UTF-16 code units) on. */
  setFrom(offset: number, code: string): void;
  /** Tells that no more comes. */
  finish(): void;
}

/** Code with a header: language, number of lines, copy. It may grow until `finish`. */
export function createCodeBlock(language: string, code: string): CodeBlock {
  const lines = new CodeLines(code);
  const count = element('span', { class: 'code-lines' }, [lineCount(lines)]);
  const header = element('div', { class: 'code-header' }, [
    element('span', { class: 'code-language' }, [language]),
    count,
    copyButton(),
  ]);
  const node = element('div', { class: 'code-block' }, [
    header,
    element('pre', { dir: 'ltr' }, [lines.node]),
  ]);
  const colours = codeColours().watch(node, language, lines);
  return {
    node,
    setFrom(offset, code) {
      const changed = lines.setFrom(offset, code);
      count.textContent = lineCount(lines);
      colours?.changed(changed);
    },
    finish: () => colours?.finish(),
  };
}

/** Code of which all is there. */
export function finishedCodeBlock(language: string, code: string): HTMLElement {
  const block = createCodeBlock(language, code);
  block.finish();
  return block.node;
}

/** The code under the header that holds `button`. */
export function codeUnder(button: Element): string {
  return button.closest('.code-block')?.querySelector('code')?.textContent ?? '';
}

function copyButton(): HTMLButtonElement {
  return element(
    'button',
    { class: 'icon-button copy-code', type: 'button', 'aria-label': 'Copy code', title: 'Copy' },
    [icon('copy')],
  );
}

function lineCount({ count }: CodeLines): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

import { element, icon } from './element.ts';

/** Marks the button that copies the code it stands over. */
export const copyCodeSelector = '.copy-code';

/** A block of code on the page whose code may still grow. */
export interface CodeBlock {
  readonly node: HTMLElement;
  /** Replaces everything from `offset` (in UTF-16 code units) on. */
  setFrom(offset: number, code: string): void;
}

/** Code with a header: language, number of lines, copy. */
export function createCodeBlock(language: string, code: string): CodeBlock {
  const text = document.createTextNode(code);
  let breaks = countBreaks(code);
  const lines = element('span', { class: 'code-lines' }, [lineCount(breaks, text)]);
  const header = element('div', { class: 'code-header' }, [
    element('span', { class: 'code-language' }, [language]),
    lines,
    copyButton(),
  ]);
  const body = element('pre', { dir: 'ltr' }, [element('code', {}, [text])]);
  return {
    node: element('div', { class: 'code-block' }, [header, body]),
    setFrom(offset, code) {
      breaks += countBreaks(code) - countBreaks(text.substringData(offset, text.length));
      text.replaceData(offset, text.length - offset, code);
      lines.textContent = lineCount(breaks, text);
    },
  };
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

function countBreaks(code: string): number {
  return code.split('\n').length - 1;
}

function lineCount(breaks: number, code: Text): string {
  const count = code.length === 0 ? 0 : breaks + 1;
  return count === 1 ? '1 line' : `${count} lines`;
}

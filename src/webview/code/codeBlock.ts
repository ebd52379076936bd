import * as l10n from '@vscode/l10n';
import {
  type DiagramActions,
  diagramButton,
  diagramSvg,
  isDiagram,
  removeDiagram,
  toggleDiagram,
} from '../diagram/diagramBlock.ts';
import { diagramsNearView } from '../diagram/diagramsNearView.ts';
import { confirmCopy } from '../dom/buttons.ts';
import { element, icon } from '../dom/element.ts';
import { codeColours } from './codeColours.ts';
import { CodeLines } from './codeLines.ts';
import { formatNumber, plural } from '../../shared/language.ts';

/** A block of code on the page that may still grow. */
export interface CodeBlock {
  readonly node: HTMLElement;
  /** Replaces everything from `offset` (in UTF-16 code units) on; also possible after `finish`. */
  setFrom(offset: number, code: string): void;
  /** Marks the code as complete. Its last line is then coloured, and a diagram can be shown. */
  finish(): void;
}

/** Creates a block of code with a header that has its language, number of lines and buttons. */
export function createCodeBlock(language: string, code: string): CodeBlock {
  const lines = new CodeLines(code);
  const count = element('span', { class: 'code-lines' }, [lineCount(lines)]);
  const header = element('div', { class: 'code-header' }, [
    element('span', { class: 'code-language' }, [language]),
    count,
    codeActions(),
  ]);
  const node = element('div', { class: 'code-block' }, [
    header,
    element('pre', { dir: 'ltr' }, [lines.node]),
  ]);
  let isFinished = false;
  const colours = codeColours().watch(node, language, lines);
  return {
    node,
    setFrom(offset, code) {
      const changed = lines.setFrom(offset, code);
      count.textContent = lineCount(lines);
      colours?.changed(changed);
      if (isFinished) {
        isFinished = false;
        removeDiagramActions(node);
      }
    },
    finish() {
      isFinished = true;
      colours?.finish();
      if (isDiagram(language)) {
        addDiagramActions(header);
        diagramsNearView().watch(node);
      }
    },
  };
}

/** Creates a block of code that is complete. */
export function finishedCodeBlock(language: string, code: string): HTMLElement {
  const block = createCodeBlock(language, code);
  block.finish();
  return block.node;
}

function lineCount({ count }: CodeLines): string {
  return plural(count, {
    one: l10n.t('{0} line', formatNumber(count)),
    other: l10n.t('{0} lines', formatNumber(count)),
  });
}

/** The buttons in the header. Their space is reserved, so that nothing moves when they appear. */
function codeActions(): HTMLElement {
  return element('span', { class: 'code-actions' }, [
    actionButton('wrap', 'word-wrap', l10n.t('Wrap Lines'), { 'aria-pressed': 'false' }),
    actionButton('insert', 'insert', l10n.t('Insert at Cursor')),
    actionButton('newFile', 'new-file', l10n.t('Open as New File')),
    actionButton('copy', 'copy', l10n.t('Copy Code')),
  ]);
}

/** Adds the buttons for a diagram to the header of a block of code. */
function addDiagramActions(header: HTMLElement): void {
  const actions = header.querySelector('.code-actions');
  actions?.after(diagramButton());
  actions?.prepend(
    actionButton('openDiagram', 'link-external', l10n.t('Open Diagram in Editor')),
    actionButton('saveDiagram', 'save', l10n.t('Save Diagram as SVG')),
  );
}

/** Removes these buttons and the diagram, because the code has changed. */
function removeDiagramActions(block: HTMLElement): void {
  block.querySelectorAll(diagramButtons).forEach((button) => button.remove());
  diagramsNearView().forget(block);
  removeDiagram(block);
}

const diagramButtons = '.diagram-button, [data-code-action$="Diagram"]';

/** What the buttons of a block of code do outside the page. */
export interface CodeActions extends DiagramActions {
  /** Copies code. */
  readonly onCopy?: ((text: string) => void) | undefined;
  /** Inserts code at the cursor in the editor. */
  readonly onInsert?: ((text: string) => void) | undefined;
  /** Opens code as a new file; `language` is the one that the reply names. */
  readonly onNewFile?: ((text: string, language: string) => void) | undefined;
}

/** Carries out the button of a block of code that was clicked, if `clicked` is inside one. */
export function handleCodeClick(clicked: Element, actions: CodeActions): void {
  const button = clicked.closest<HTMLElement>('[data-code-action]');
  const block = button?.closest<HTMLElement>('.code-block');
  if (!button || !block) {
    return;
  }
  const code = block.querySelector('code')?.textContent ?? '';
  switch (button.dataset['codeAction']) {
    case 'wrap':
      button.ariaPressed = String(block.classList.toggle('wrapped'));
      break;
    case 'insert':
      actions.onInsert?.(code);
      break;
    case 'newFile':
      actions.onNewFile?.(code, block.querySelector('.code-language')?.textContent ?? '');
      break;
    case 'diagram':
      diagramsNearView().forget(block);
      void toggleDiagram(block, code);
      break;
    case 'openDiagram':
      actions.onOpenDiagram?.(code);
      break;
    case 'saveDiagram':
      actions.onSaveDiagram?.(diagramSvg(block) ?? '');
      break;
    default:
      actions.onCopy?.(code);
      confirmCopy(button);
  }
}

function actionButton(
  action: string,
  iconName: string,
  label: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      'data-code-action': action,
      'aria-label': label,
      title: label,
      ...attributes,
    },
    [icon(iconName)],
  );
}

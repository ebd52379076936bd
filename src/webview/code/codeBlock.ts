import {
  type DiagramActions,
  diagramButton,
  diagramSvg,
  isDiagram,
  removeDiagram,
  toggleDiagram,
} from '../diagram/diagramBlock.ts';
import { confirmCopy } from '../dom/buttons.ts';
import { element, icon } from '../dom/element.ts';
import { codeColours } from './codeColours.ts';
import { CodeLines } from './codeLines.ts';

/** A block of code on the page whose code may still grow. */
export interface CodeBlock {
  readonly node: HTMLElement;
  /** Replaces everything from `offset` (in UTF-16 code units) on. */
  setFrom(offset: number, code: string): void;
  /** Tells that no more comes; should it come after all, the code goes on growing. */
  finish(): void;
}

/** Code with a header: language, number of lines, actions. It may grow until `finish`. */
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
      }
    },
  };
}

/** Code of which all is there. */
export function finishedCodeBlock(language: string, code: string): HTMLElement {
  const block = createCodeBlock(language, code);
  block.finish();
  return block.node;
}

function lineCount({ count }: CodeLines): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

/** What the buttons over a block of code may ask for. */
export interface CodeActions extends DiagramActions {
  /** The text of a code block is to be copied. */
  readonly onCopy?: ((text: string) => void) | undefined;
  /** The text is to be put where the cursor stands in the editor. */
  readonly onInsert?: ((text: string) => void) | undefined;
  /** The text is to be a file of its own; `language` is what the reply calls it. */
  readonly onNewFile?: ((text: string, language: string) => void) | undefined;
}

/** The buttons of a block. They take their room from the start: nothing moves when they appear. */
function codeActions(): HTMLElement {
  return element('span', { class: 'code-actions' }, [
    actionButton('wrap', 'word-wrap', 'Wrap lines', { 'aria-pressed': 'false' }),
    actionButton('insert', 'insert', 'Insert at cursor'),
    actionButton('newFile', 'new-file', 'Open as new file'),
    actionButton('copy', 'copy', 'Copy code'),
  ]);
}

/** Gives the header of a block of code the buttons that show it as a diagram. */
function addDiagramActions(header: HTMLElement): void {
  const actions = header.querySelector('.code-actions');
  actions?.after(diagramButton());
  actions?.prepend(
    actionButton('openDiagram', 'link-external', 'Open diagram in an editor'),
    actionButton('saveDiagram', 'save', 'Save diagram as SVG'),
  );
}

/** Takes these buttons away, and the diagram: the code has changed. */
function removeDiagramActions(block: HTMLElement): void {
  block.querySelectorAll(diagramButtons).forEach((button) => button.remove());
  removeDiagram(block);
}

const diagramButtons = '.diagram-button, [data-code-action$="Diagram"]';

/** Does what a click on one of these buttons asks for. */
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

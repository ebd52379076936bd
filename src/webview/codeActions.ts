import { confirmCopy } from './confirmCopy.ts';
import {
  diagramButton,
  diagramSvg,
  removeDiagram,
  toggleDiagram,
  type DiagramActions,
} from './diagramBlock.ts';
import { element, icon } from './element.ts';

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
export function codeActions(): HTMLElement {
  return element('span', { class: 'code-actions' }, [
    actionButton('wrap', 'word-wrap', 'Wrap lines', { 'aria-pressed': 'false' }),
    actionButton('insert', 'insert', 'Insert at cursor'),
    actionButton('newFile', 'new-file', 'Open as new file'),
    actionButton('copy', 'copy', 'Copy code'),
  ]);
}

/** Gives the header of a block of code the buttons that show it as a diagram. */
export function addDiagramActions(header: HTMLElement): void {
  const actions = header.querySelector('.code-actions');
  actions?.after(diagramButton());
  actions?.prepend(
    actionButton('openDiagram', 'link-external', 'Open diagram in an editor'),
    actionButton('saveDiagram', 'save', 'Save diagram as SVG'),
  );
}

/** Takes these buttons away, and the diagram: the code has changed. */
export function removeDiagramActions(block: HTMLElement): void {
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

import * as l10n from '@vscode/l10n';
import {
  diagramButton,
  diagramsNearView,
  diagramSvg,
  isDiagram,
  removeDiagram,
  toggleDiagram,
} from '../diagram/diagramBlock.ts';
import { confirmCopy, iconButtonNode, openContextMenu } from '../dom/buttons.ts';
import { element } from '../dom/element.ts';
import { codeColours } from './codeColours.ts';
import { CodeLines } from './codeLines.ts';
import { appliedMarks } from './appliedMarks.ts';
import { codeOf, placeOf } from './pressedCode.ts';
import { pathOfCode } from '../../shared/codePath/pathOfCode.ts';
import type { Statements } from '../../shared/codePath/statedPath.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** A block of code on the page that may still grow. */
export interface CodeBlock {
  readonly node: HTMLElement;
  /** Replaces everything from `offset` (in UTF-16 code units) on; also possible after `finish`. */
  setFrom(offset: number, code: string): void;
  /** Marks the code as complete. Its last line is then coloured, and a diagram can be shown. */
  finish(): void;
}

/** Creates a block of code with a header that has its language, file, number of lines and buttons. */
export function createCodeBlock(
  language: string,
  code: string,
  statements: Statements = nothingStated,
): CodeBlock {
  const lines = new CodeLines(code);
  const count = element('span', { class: 'code-lines' }, [lineCount(lines)]);
  const header = element('div', { class: 'code-header' }, [
    element('span', { class: 'code-language' }, [language]),
    count,
    codeActions(),
  ]);
  const showPath = (firstLine: string): void => {
    header.querySelector('.code-path')?.remove();
    const path = pathOfCode({ ...statements, language, firstLine });
    if (path !== undefined) {
      header.prepend(pathElement(visibleText(path)));
    }
  };
  showPath(lines.firstWhole);
  const node = element('div', { class: 'code-block' }, [
    header,
    element('pre', { dir: 'ltr' }, [lines.node]),
  ]);
  node.dataset['vscodeContext'] = menuContext;
  let isFinished = false;
  const colours = codeColours.watch(node, language, lines);
  return {
    node,
    setFrom(offset, code) {
      const before = lines.count;
      const changed = lines.setFrom(offset, code);
      if (lines.count !== before) {
        count.textContent = lineCount(lines);
      }
      if (before <= 1 || changed === 0) {
        showPath(lines.firstWhole);
      }
      colours?.changed(changed);
      if (isFinished) {
        isFinished = false;
        removeDiagramActions(node);
        appliedMarks.remove(node);
      }
    },
    finish() {
      isFinished = true;
      if (lines.count <= 1) {
        showPath(lines.first);
      }
      colours?.finish();
      appliedMarks.watch(node);
      if (isDiagram(language)) {
        addDiagramActions(header);
        diagramsNearView.watch(node);
      }
    },
  };
}

/** Only the box is from right to left, so that it loses the start of a long path: the end has the name. */
function pathElement(path: string): HTMLElement {
  return element('span', { class: 'code-path' }, [
    element('span', { dir: 'ltr', title: path }, [path]),
  ]);
}

const nothingStated: Statements = { info: '', before: '' };

/** What the block adds to the context of VS Code's menu. */
const menuContext = JSON.stringify({ parleySection: 'code' });

/** Creates a block of code that is complete. */
export function finishedCodeBlock(
  language: string,
  code: string,
  statements?: Statements,
): HTMLElement {
  const block = createCodeBlock(language, code, statements);
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
  const more = actionButton('menu', 'ellipsis', l10n.t('More Actions…'));
  more.ariaHasPopup = 'menu';
  return element('span', { class: 'code-actions' }, [
    actionButton('copy', 'copy', l10n.t('Copy Code')),
    actionButton('insert', 'insert', l10n.t('Insert at Cursor')),
    actionButton('apply', 'git-pull-request-go-to-changes', l10n.t('Apply to File…')),
    more,
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
  diagramsNearView.forget(block);
  removeDiagram(block);
}

const diagramButtons = '.diagram-button, [data-code-action$="Diagram"]';

/** Carries out the button of a block of code that was clicked, if `clicked` is inside one. */
export function handleCodeClick(
  clicked: Element,
  byKeyboard: boolean,
  post: (intent: ViewToHost) => void,
): void {
  const button = clicked.closest<HTMLElement>('[data-code-action]');
  const block = button?.closest<HTMLElement>('.code-block');
  if (!button || !block) {
    return;
  }
  const code = codeOf(block);
  const action = button.dataset['codeAction'];
  switch (action) {
    case 'insert':
    case 'apply':
      post({ kind: 'code', action, ...code });
      break;
    case 'applied':
      post({ kind: 'showApplied', ...placeOf(block) });
      break;
    case 'menu':
      openContextMenu(button, byKeyboard);
      break;
    case 'diagram':
      diagramsNearView.forget(block);
      void toggleDiagram(block, code.text);
      break;
    case 'openDiagram':
      post({ kind: 'openDiagram', text: code.text });
      break;
    case 'saveDiagram':
      post({ kind: 'saveDiagram', text: diagramSvg(block) ?? '' });
      break;
    default:
      post({ kind: 'copy', text: code.text });
      confirmCopy(button);
  }
}

function actionButton(action: string, name: string, label: string): HTMLButtonElement {
  return iconButtonNode(name, label, { 'data-code-action': action });
}

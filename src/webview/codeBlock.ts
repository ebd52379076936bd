import { addDiagramActions, codeActions, removeDiagramActions } from './codeActions.ts';
import { codeColours } from './codeColours.ts';
import { CodeLines } from './codeLines.ts';
import { isDiagram } from './diagramBlock.ts';
import { element } from './element.ts';

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

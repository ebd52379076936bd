import { element, icon } from '../dom/element.ts';
import { unfold } from '../dom/unfold.ts';
import type { DiagramPicture } from './diagramPicture.ts';

/** What the buttons of a diagram may ask for. */
export interface DiagramActions {
  /** The diagram is to be shown in an editor of its own; it gets the source. */
  readonly onOpenDiagram?: ((source: string) => void) | undefined;
  /** The drawing is to be kept as a file; it gets the SVG. */
  readonly onSaveDiagram?: ((svg: string) => void) | undefined;
}

const pictures = new WeakMap<Element, DiagramPicture>();

/** Whether code in this language, as a fence names it, can be shown as a diagram. */
export function isDiagram(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

/** The button that shows a diagram in place of its source, and the source again. */
export function diagramButton(): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'text-button diagram-button',
      type: 'button',
      'data-code-action': 'diagram',
      title: labels.show,
    },
    [icon('type-hierarchy'), element('span', {}, [labels.show])],
  );
}

const labels = { show: 'Show diagram', drawing: 'Drawing…', hide: 'Show source' };

const icons = { diagram: 'codicon-type-hierarchy', drawing: 'codicon-loading' };

function setLabel(button: HTMLElement, label: string): void {
  const [mark, text] = button.children;
  const isDrawing = label === labels.drawing;
  mark?.classList.toggle(icons.drawing, isDrawing);
  mark?.classList.toggle('codicon-modifier-spin', isDrawing);
  mark?.classList.toggle(icons.diagram, !isDrawing);
  text?.replaceChildren(label);
  button.title = label;
}

/** Shows the diagram of a block of code, or its source again; where it cannot be drawn, why. */
export async function toggleDiagram(block: HTMLElement, source: string): Promise<void> {
  const button = block.querySelector<HTMLElement>('.diagram-button');
  if (button === null || button.title === labels.drawing) {
    return;
  }
  if (block.classList.contains('drawn')) {
    block.classList.remove('drawn');
    setLabel(button, labels.show);
    return;
  }
  setLabel(button, labels.drawing);
  block.querySelector('.diagram-error')?.remove();
  try {
    await showPicture(block, button, source);
    setLabel(button, labels.hide);
  } catch (error) {
    setLabel(button, labels.show);
    block.querySelector('pre')?.before(problem(error));
  }
}

async function showPicture(block: HTMLElement, button: HTMLElement, source: string): Promise<void> {
  if (!pictures.has(block)) {
    const { createDiagramPicture } = await import('./diagramPicture.ts');
    const picture = await createDiagramPicture(source);
    if (!block.contains(button)) {
      // The code has grown meanwhile.
      return;
    }
    pictures.set(block, picture);
    block.append(element('div', { class: 'diagram' }, [picture.node]));
  }
  block.classList.add('drawn');
}

/** Shows the source of a block, which is no longer that of its diagram. */
export function removeDiagram(block: HTMLElement): void {
  pictures.delete(block);
  block.classList.remove('drawn');
  block.querySelectorAll('.diagram, .diagram-error').forEach((part) => part.remove());
}

/** The drawing of a block that shows one, as SVG. */
export function diagramSvg(block: Element): string | undefined {
  return pictures.get(block)?.svg().text;
}

function problem(error: unknown): HTMLElement {
  const reason = error instanceof Error ? error.message : String(error);
  return element('div', { class: 'diagram-error', role: 'alert' }, [
    icon('warning'),
    element('div', {}, [
      'The diagram cannot be drawn.',
      element('pre', { class: 'diagram-reason', dir: 'ltr' }, [reason.slice(0, maxReasonLength)]),
    ]),
  ]);
}

const maxReasonLength = 600;

/** What a command does to a diagram. */
export type DiagramAction = 'showDiagram' | 'openDiagram' | 'saveDiagram';

/**
 * Does it to the diagram that has the focus, or else to the first one in view. Gives what is to be
 * said of it, if anything is.
 */
export async function actOnDiagram(
  scroller: HTMLElement,
  action: DiagramAction,
): Promise<string | undefined> {
  const block = focusedOrInView(scroller);
  if (block === undefined) {
    return 'No diagram is in view.';
  }
  unfold(block);
  const isDrawn = (): boolean => block.classList.contains('drawn');
  if (action === 'showDiagram' || (action === 'saveDiagram' && !isDrawn())) {
    await toggleDiagram(block, block.querySelector('code')?.textContent ?? '');
  }
  if (action === 'showDiagram') {
    return isDrawn() ? 'The diagram is shown.' : sourceWords(block);
  }
  if (action === 'openDiagram' || isDrawn()) {
    block.querySelector<HTMLElement>(`[data-code-action="${action}"]`)?.click();
  }
  return undefined;
}

/** A reason why it cannot be drawn speaks for itself. */
function sourceWords(block: HTMLElement): string | undefined {
  return block.querySelector('.diagram-error') === null ? 'The source is shown.' : undefined;
}

function focusedOrInView(scroller: HTMLElement): HTMLElement | undefined {
  const blocks = [...scroller.querySelectorAll<HTMLElement>('.code-block')].filter(
    (block) => block.querySelector('.diagram-button') !== null,
  );
  const { top, bottom } = scroller.getBoundingClientRect();
  const isInView = (block: HTMLElement): boolean => {
    const box = block.getBoundingClientRect();
    return box.bottom > top && box.top < bottom && box.height > 0;
  };
  return blocks.find((block) => block.contains(document.activeElement)) ?? blocks.find(isInView);
}

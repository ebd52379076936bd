import * as l10n from '@vscode/l10n';
import { element, icon } from '../dom/element.ts';
import type { DiagramPicture } from './diagramPicture.ts';
import { NearView } from '../dom/nearView.ts';

/** The pictures by block of code. */
const pictures = new WeakMap<Element, DiagramPicture>();

/** Whether code in this language, as a code fence names it, can be shown as a diagram. */
export function isDiagram(language: string): boolean {
  return language.toLowerCase() === 'mermaid';
}

/** Creates the button that switches between the source of a diagram and its picture. */
export function diagramButton(): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'text-button diagram-button',
      type: 'button',
      'data-code-action': 'diagram',
      'data-state': 'source',
      title: labelOf('source'),
    },
    [icon('type-hierarchy'), element('span', {}, [labelOf('source')])],
  );
}

/** What a block of code with a diagram shows: its source, also while that is drawn, or the picture. */
type BlockState = 'source' | 'drawing' | 'picture';

function labelOf(state: BlockState): string {
  switch (state) {
    case 'source':
      return l10n.t('Show Diagram');
    case 'drawing':
      return l10n.t('Drawing…');
    case 'picture':
      return l10n.t('Show Source');
  }
}

const icons = { diagram: 'codicon-type-hierarchy', drawing: 'codicon-loading' };

function setState(button: HTMLElement, state: BlockState): void {
  const [mark, text] = button.children;
  const isDrawing = state === 'drawing';
  const label = labelOf(state);
  button.dataset['state'] = state;
  mark?.classList.toggle(icons.drawing, isDrawing);
  mark?.classList.toggle('codicon-modifier-spin', isDrawing);
  mark?.classList.toggle(icons.diagram, !isDrawing);
  text?.replaceChildren(label);
  button.title = label;
}

/**
 * Switches a block of code between its source and its picture. Where the diagram cannot be drawn,
 * the reason is shown above the source. Does nothing while it is being drawn.
 */
export async function toggleDiagram(block: HTMLElement, source: string): Promise<void> {
  const button = block.querySelector<HTMLElement>('.diagram-button');
  if (button === null || button.dataset['state'] === 'drawing') {
    return;
  }
  block.classList.remove(unaskedClass);
  if (block.classList.contains('drawn')) {
    block.classList.replace('drawn', 'as-source');
    setState(button, 'source');
    return;
  }
  await draw(block, button, source);
  // The user asked for it, so it is announced.
  block.querySelector('.diagram-error')?.setAttribute('role', 'alert');
}

/** On a block whose picture the user did not ask for: it can be drawn again at any time. */
const unaskedClass = 'unasked';

/** Draws the diagram of a block that shows its source, without being asked for it. */
async function drawUnasked(block: HTMLElement): Promise<void> {
  const button = block.querySelector<HTMLElement>('.diagram-button');
  if (button?.dataset['state'] === 'source') {
    block.classList.add(unaskedClass);
    await draw(block, button, block.querySelector('code')?.textContent ?? '');
  }
}

/** Shows the picture of a block, or why there is none. */
async function draw(block: HTMLElement, button: HTMLElement, source: string): Promise<void> {
  setState(button, 'drawing');
  block.querySelector('.diagram-error')?.remove();
  try {
    await showPicture(block, button, source);
    setState(button, 'picture');
  } catch (error) {
    setState(button, 'source');
    if (block.contains(button)) {
      block.querySelector('pre')?.before(errorNode(error));
    }
  }
}

async function showPicture(block: HTMLElement, button: HTMLElement, source: string): Promise<void> {
  if (!pictures.has(block)) {
    const { createDiagramPicture } = await import('./diagramPicture.ts');
    const picture = await createDiagramPicture(source);
    if (!block.contains(button)) {
      // The code has changed meanwhile.
      return;
    }
    pictures.set(block, picture);
    block.append(element('div', { class: 'diagram' }, [picture.node]));
  }
  block.classList.remove('as-source');
  block.classList.add('drawn');
}

/** Removes the picture of a block, because its code has changed, and shows the source. */
export function removeDiagram(block: HTMLElement): void {
  pictures.delete(block);
  block.classList.remove('drawn', 'as-source', unaskedClass);
  block.querySelectorAll('.diagram, .diagram-error').forEach((part) => part.remove());
}

/** The SVG of a block's diagram; `undefined` where it has not been drawn. */
export function diagramSvg(block: Element): string | undefined {
  return pictures.get(block)?.svg().text;
}

function errorNode(error: unknown): HTMLElement {
  const reason = error instanceof Error ? error.message : String(error);
  return element('div', { class: 'diagram-error' }, [
    icon('warning'),
    element('div', {}, [
      l10n.t('The diagram cannot be drawn.'),
      element('pre', { class: 'diagram-reason', dir: 'ltr' }, [reason.slice(0, maxReasonLength)]),
    ]),
  ]);
}

const maxReasonLength = 600;

/** Draws complete diagrams that come near the view, one at a time. */
class DiagramsNearView {
  readonly #waiting = new Set<Element>();
  readonly #nearView = new NearView(() => this.#start());
  #isOn = false;
  #isRunning = false;

  /** Turns the drawing on or off. Diagrams that are drawn stay. */
  setOn(isOn: boolean): void {
    this.#isOn = isOn;
    this.#start();
  }

  /** Draws the diagram of a block of code once. It has to be on the page by the end of the current task. */
  watch(block: HTMLElement): void {
    this.#waiting.add(block);
    this.#nearView.watch(block);
  }

  /** Does not draw the diagram of this block. */
  forget(block: HTMLElement): void {
    if (this.#waiting.delete(block)) {
      this.#nearView.forget(block);
    }
  }

  #start(): void {
    if (!this.#isRunning) {
      void this.#drawAll();
    }
  }

  async #drawAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.forget(next);
      await drawUnasked(next);
    }
    this.#isRunning = false;
  }

  #next(): HTMLElement | undefined {
    if (!this.#isOn) {
      return undefined;
    }
    for (const block of this.#nearView.parts) {
      if (block instanceof HTMLElement && block.isConnected && this.#waiting.has(block)) {
        return block;
      }
    }
    return undefined;
  }
}

/** The diagrams of this page. */
export const diagramsNearView = new DiagramsNearView();

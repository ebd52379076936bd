import * as l10n from '@vscode/l10n';
import type { DiagramPicture } from '../diagram/diagramPicture.ts';
import { iconButtonNode } from '../dom/buttons.ts';
import { element } from '../dom/element.ts';
import { formatNumber } from '../../shared/language.ts';

/** A scroller with a picture whose size can be changed. */
interface Zoom {
  readonly node: HTMLElement;
  /** Shows the current size. */
  readonly percent: HTMLElement;
  readonly in: () => void;
  readonly out: () => void;
  readonly fit: () => void;
  readonly actualSize: () => void;
}

/** Factors of the picture's own size, and of one step. */
const limits = { step: 1.25, min: 0.1, max: 8 };

/**
 * Creates a toolbar and a picture that is zoomed with the keyboard, buttons or the wheel, and moved
 * by dragging.
 */
export function createDiagramViewer(
  picture: DiagramPicture,
  onSave: () => void,
): readonly HTMLElement[] {
  const zoom = createZoom(picture);
  const toolbar = element(
    'div',
    { class: 'diagram-toolbar', role: 'toolbar', 'aria-label': l10n.t('Diagram') },
    [
      button('zoom-out', l10n.t('{0} ({1})', l10n.t('Zoom Out'), '-'), zoom.out),
      zoom.percent,
      button('zoom-in', l10n.t('{0} ({1})', l10n.t('Zoom In'), '+'), zoom.in),
      button('screen-full', l10n.t('{0} ({1})', l10n.t('Fit to Window'), '0'), zoom.fit),
      button('symbol-ruler', l10n.t('{0} ({1})', l10n.t('Actual Size'), '1'), zoom.actualSize),
      button('save', l10n.t('Save Diagram as SVG'), onSave),
    ],
  );
  zoomByKey(zoom);
  zoom.node.addEventListener('wheel', (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      (event.deltaY < 0 ? zoom.in : zoom.out)();
    }
  });
  moveByDragging(zoom.node);
  return [toolbar, zoom.node];
}

function createZoom({ node: image, svg }: DiagramPicture): Zoom {
  /** `undefined` while the picture fits into the window. */
  let scale: number | undefined;
  const percent = element('span', { class: 'diagram-percent', role: 'status' });
  const attributes = { class: 'diagram-scroller', tabindex: '0', role: 'group' };
  const node = element('div', { ...attributes, 'aria-label': l10n.t('Picture') }, [image]);
  const currentScale = (): number => scale ?? image.getBoundingClientRect().width / svg().width;
  const show = (next: number | undefined): void => {
    scale = next && Math.min(limits.max, Math.max(limits.min, next));
    node.classList.toggle('fits', scale === undefined);
    image.width = svg().width * (scale ?? 1);
    image.height = svg().height * (scale ?? 1);
    percent.textContent = l10n.t('{0} %', formatNumber(Math.round(currentScale() * 100)));
  };
  new ResizeObserver(() => show(scale)).observe(node);
  return {
    node,
    percent,
    in: () => show(currentScale() * limits.step),
    out: () => show(currentScale() / limits.step),
    fit: () => show(undefined),
    actualSize: () => show(1),
  };
}

function zoomByKey(zoom: Zoom): void {
  const actions: Readonly<Record<string, () => void>> = {
    '-': zoom.out,
    '+': zoom.in,
    '=': zoom.in,
    '0': zoom.fit,
    '1': zoom.actualSize,
  };
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey) {
      actions[key]?.();
    }
  });
}

function moveByDragging(scroller: HTMLElement): void {
  scroller.addEventListener('pointerdown', ({ pointerId }) => {
    scroller.setPointerCapture(pointerId);
  });
  scroller.addEventListener('pointermove', ({ pointerId, movementX, movementY }) => {
    if (scroller.hasPointerCapture(pointerId)) {
      scroller.scrollBy(-movementX, -movementY);
    }
  });
}

function button(name: string, label: string, onClick: () => void): HTMLElement {
  const node = iconButtonNode(name, label);
  node.addEventListener('click', onClick);
  return node;
}

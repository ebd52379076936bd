import * as l10n from '@vscode/l10n';
import { element } from '../dom/element.ts';
import type { DiagramColors, Rgb } from './diagramJob.ts';
import { drawDiagram } from './drawDiagram.ts';
import type { SafeSvg } from './safeSvg.ts';

/** A diagram as a picture, which is drawn again when the colours of the theme change. */
export interface DiagramPicture {
  readonly node: HTMLImageElement;
  /** The current drawing. */
  readonly svg: () => SafeSvg;
}

/** For each picture that may be on the page, the function that draws it again. */
const redraws = new Map<HTMLImageElement, () => Promise<void>>();

/** The colours of the last drawing, as JSON; empty before the first one. */
let drawnColors = '';

/** Draws a diagram in the colours of the page. Throws an error with the reason where it cannot. */
export async function createDiagramPicture(source: string): Promise<DiagramPicture> {
  const node = element('img', { class: 'diagram-picture', draggable: 'false' });
  let svg: SafeSvg | undefined;
  const draw = async (): Promise<SafeSvg> => {
    const drawn = await drawDiagram({ source, colors: diagramColors() });
    await showDrawing(node, drawn);
    svg = drawn;
    return drawn;
  };
  const first = await draw();
  if (redraws.size === 0 && drawnColors === '') {
    onColorsChange(redrawAll);
  }
  drawnColors = JSON.stringify(diagramColors());
  redraws.set(node, async () => void (await draw()));
  return { node, svg: () => svg ?? first };
}

/** Draws all pictures again if one of their colours has changed: VS Code sets many more. */
function redrawAll(): void {
  const colors = JSON.stringify(diagramColors());
  if (colors === drawnColors) {
    return;
  }
  drawnColors = colors;
  for (const [node, redraw] of redraws) {
    if (node.isConnected) {
      // A picture that can no longer be drawn stays the same.
      redraw().catch(() => undefined);
    } else {
      redraws.delete(node);
    }
  }
}

/** Resolves when the browser has decoded the picture; throws where it cannot. */
async function showDrawing(
  node: HTMLImageElement,
  { text, title, width, height }: SafeSvg,
): Promise<void> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    node.src = url;
    await node.decode();
  } catch (cause) {
    throw new Error(l10n.t('The diagram cannot be drawn.'), { cause });
  } finally {
    URL.revokeObjectURL(url);
  }
  node.alt = title === '' ? l10n.t('Diagram') : l10n.t('Diagram: {0}', title.replace(/-v\d+$/, ''));
  node.width = width;
  node.height = height;
}

const accentNames = ['blue', 'green', 'orange', 'purple', 'yellow', 'red'] as const;

/** For colours that the theme does not define. */
const fallbacks: Readonly<Record<(typeof accentNames)[number], Rgb>> = {
  blue: [26, 133, 255],
  green: [56, 138, 52],
  orange: [209, 134, 22],
  purple: [101, 45, 144],
  yellow: [191, 136, 3],
  red: [229, 20, 0],
};

/** The current colours and font of the page. */
export function diagramColors(): DiagramColors {
  const probe = document.body.appendChild(element('span', { hidden: '' }));
  const style = getComputedStyle(probe);
  const color = (name: string, fallback: Rgb): Rgb => {
    probe.style.color = 'transparent';
    probe.style.color = `var(--vscode-${name}, transparent)`;
    return readColor(style.color) ?? fallback;
  };
  const isDark = /\bvscode-(?:dark|high-contrast)(?!-light)/.test(document.body.className);
  const [black, white]: readonly [Rgb, Rgb] = [
    [30, 30, 30],
    [255, 255, 255],
  ];
  const colors = {
    background: color('editor-background', isDark ? black : white),
    foreground: color('editor-foreground', isDark ? white : black),
    accents: accentNames.map((name) => color(`charts-${name}`, fallbacks[name])),
    fontFamily: style.fontFamily,
  };
  probe.remove();
  return colors;
}

/** Calls `listener` when `diagramColors` may have changed. */
function onColorsChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

/** Reads a computed colour; `undefined` for one that is mostly transparent. */
function readColor(css: string): Rgb | undefined {
  const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(css)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map(Number);
  return red === undefined || green === undefined || blue === undefined || alpha < 0.5
    ? undefined
    : [Math.round(red), Math.round(green), Math.round(blue)];
}

import { element } from '../dom/element.ts';
import type { DiagramColors, Rgb } from './diagramJob.ts';
import { drawDiagram } from './drawDiagram.ts';
import type { SafeSvg } from './safeSvg.ts';

/** A diagram on the page as a picture, in the colours of the theme as they change. */
export interface DiagramPicture {
  readonly node: HTMLImageElement;
  /** The drawing as it is now. */
  readonly svg: () => SafeSvg;
}

/** What draws a picture anew, as long as that is on the page. */
const shown = new Map<HTMLImageElement, () => Promise<void>>();
let drawnFor = '';

/** Draws a diagram. Throws with the reason where that cannot be done. */
export async function createDiagramPicture(source: string): Promise<DiagramPicture> {
  const node = element('img', { class: 'diagram-picture', draggable: 'false' });
  let svg: SafeSvg | undefined;
  const draw = async (): Promise<SafeSvg> => {
    const drawn = await drawDiagram({ source, colors: diagramColors() });
    await put(node, drawn);
    svg = drawn;
    return drawn;
  };
  const first = await draw();
  if (shown.size === 0 && drawnFor === '') {
    onColorsChange(redraw);
  }
  drawnFor = JSON.stringify(diagramColors());
  shown.set(node, async () => void (await draw()));
  return { node, svg: () => svg ?? first };
}

/** VS Code changes many more variables than those that matter here. */
function redraw(): void {
  const colors = JSON.stringify(diagramColors());
  if (colors === drawnFor) {
    return;
  }
  drawnFor = colors;
  for (const [node, draw] of shown) {
    if (node.isConnected) {
      // What could be drawn once stays as it was where it no longer can.
      draw().catch(() => undefined);
    } else {
      shown.delete(node);
    }
  }
}

async function put(node: HTMLImageElement, { text, title, width, height }: SafeSvg): Promise<void> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    node.src = url;
    await node.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  node.alt = title === '' ? 'Diagram' : `Diagram: ${title.replace(/-v\d+$/, '')}`;
  node.width = width;
  node.height = height;
}

const accentNames = ['blue', 'green', 'orange', 'purple', 'yellow', 'red'] as const;

/** Where the theme does not say. */
const fallbacks: Readonly<Record<(typeof accentNames)[number], Rgb>> = {
  blue: [26, 133, 255],
  green: [56, 138, 52],
  orange: [209, 134, 22],
  purple: [101, 45, 144],
  yellow: [191, 136, 3],
  red: [229, 20, 0],
};

/** The colours and the font of the page as they are now. */
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

/** Tells when `diagramColors` may give something else. */
function onColorsChange(tell: () => void): void {
  const observer = new MutationObserver(tell);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

/** Nothing for what is see-through: that says nothing of what is seen. */
function readColor(css: string): Rgb | undefined {
  const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(css)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map(Number);
  return red === undefined || green === undefined || blue === undefined || alpha < 0.5
    ? undefined
    : [Math.round(red), Math.round(green), Math.round(blue)];
}

import { diagramColors, onColorsChange } from './diagramColors.ts';
import { drawDiagram } from './diagramDrawing.ts';
import { element } from './element.ts';
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

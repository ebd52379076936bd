import mermaid from 'mermaid';
import type { DiagramAnswer, DiagramFault, DiagramJob } from '../diagramJob.ts';
import { svgTree } from '../svgTree.ts';
import { diagramTheme } from './diagramTheme.ts';
import { allowOwnStyles, withStyles } from './inlineStyles.ts';

// The script of the frame in which a diagram is drawn. The frame is sandboxed and has an opaque
// origin. It inherits the policy of the panel's page, which allows no inline styles.

/** Mermaid's settings that the text of a diagram must not change. */
const secureSettings = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'dompurifyConfig',
  'htmlLabels',
  'layout',
  'themeCSS',
  'fontFamily',
];

/** Errors of JavaScript and of the browser: defects of Mermaid, whose messages mean nothing to users. */
const defects = [TypeError, ReferenceError, RangeError, DOMException];

/** An image is in the diagram: the policy does not load it, and Mermaid would wait for it. */
class ImageError extends Error {}

function refuseImages(): void {
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    set() {
      throw new ImageError();
    },
  });
}

function faultOf(error: unknown): DiagramFault {
  const isDefect = defects.some((kind) => error instanceof kind);
  return {
    message: error instanceof Error ? error.message : String(error),
    kind: error instanceof ImageError ? 'image' : isDefect ? 'defect' : undefined,
  };
}

async function draw({ source, colors }: DiagramJob): Promise<DiagramAnswer> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: secureSettings,
    suppressErrorRendering: true,
    htmlLabels: false,
    layout: 'dagre',
    // Without a margin, the line into a group crosses its title.
    flowchart: { subGraphTitleMargin: { top: 0, bottom: 8 } },
    theme: 'base',
    fontFamily: colors.fontFamily,
    themeVariables: diagramTheme(colors),
  });
  const { svg } = await mermaid.render('diagram', withoutMath(source));
  // What Mermaid gives is HTML: as XML it may have faults.
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  return drawn === null ? {} : { svg: withStyles(svgTree(drawn)) };
}

/** A label with math shows its source: Mermaid would make HTML of it, which is no part of a picture. */
function withoutMath(source: string): string {
  return source.replaceAll('$$', '$\u2060$');
}

async function answer(job: DiagramJob, port: MessagePort | undefined): Promise<void> {
  const result = await draw(job).catch((error: unknown) => ({ fault: faultOf(error) }));
  port?.postMessage(result);
}

allowOwnStyles(document.querySelector('script')?.nonce ?? '');
refuseImages();
window.addEventListener(
  'message',
  ({ data, ports: [port] }: MessageEvent<DiagramJob>) => void answer(data, port),
  { once: true },
);

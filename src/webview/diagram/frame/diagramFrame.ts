import mermaid from 'mermaid';
import type { DiagramAnswer, DiagramJob } from '../diagramJob.ts';
import { diagramTheme } from './diagramTheme.ts';
import { svgTree } from '../svgTree.ts';

// The script of the frame in which a diagram is drawn. The frame is sandboxed and has an origin of
// its own; of the panel's page it only inherits the policy, which allows no inline style.

/** What text in a diagram may not set, beside what Mermaid itself keeps. */
const kept = [
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

/** Mermaid writes styles as attributes and elements: they are set in the ways the policy allows. */
function allowOwnStyles(nonce: string): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its element
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function set(name: string, value: string): void {
    if (name === 'style' && (this instanceof HTMLElement || this instanceof SVGElement)) {
      this.style.cssText = value;
    } else {
      setAttribute.call(this, name, value);
    }
  };
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const created = createElement(name, options);
    if (created instanceof HTMLStyleElement) {
      created.nonce = nonce;
    }
    return created;
  };
}

/** The policy lets no image load; a diagram that wants one is told so and does not wait for it. */
function refuseImages(): void {
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    set() {
      throw new Error('It holds an image that would have to be loaded.');
    },
  });
}

async function draw({ source, colors }: DiagramJob): Promise<DiagramAnswer> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: kept,
    suppressErrorRendering: true,
    htmlLabels: false,
    layout: 'dagre',
    // Else the line into a group runs through its title.
    flowchart: { subGraphTitleMargin: { top: 0, bottom: 8 } },
    theme: 'base',
    fontFamily: colors.fontFamily,
    themeVariables: diagramTheme(colors),
  });
  const { svg } = await mermaid.render('diagram', source);
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return { svg: svgTree(drawn) };
}

async function answer(job: DiagramJob, port: MessagePort | undefined): Promise<void> {
  const given = await draw(job).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  }));
  port?.postMessage(given);
}

allowOwnStyles(document.querySelector('script')?.nonce ?? '');
refuseImages();
window.addEventListener(
  'message',
  ({ data, ports: [port] }: MessageEvent<DiagramJob>) => void answer(data, port),
  { once: true },
);

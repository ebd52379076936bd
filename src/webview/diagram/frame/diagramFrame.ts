import mermaid from 'mermaid';
import type { DiagramAnswer, DiagramJob } from '../diagramJob.ts';
import { diagramTheme } from './diagramTheme.ts';
import { svgTree } from '../svgTree.ts';

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

/**
 * Makes the styles that Mermaid writes work under the policy: attributes are set through the CSS
 * object model, and style elements get the nonce.
 */
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

/** Rejects images with an error: the policy does not load them, and Mermaid would wait for them. */
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
    secure: secureSettings,
    suppressErrorRendering: true,
    htmlLabels: false,
    layout: 'dagre',
    // Otherwise the line into a group crosses its title.
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
  const result = await draw(job).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  }));
  port?.postMessage(result);
}

allowOwnStyles(document.querySelector('script')?.nonce ?? '');
refuseImages();
window.addEventListener(
  'message',
  ({ data, ports: [port] }: MessageEvent<DiagramJob>) => void answer(data, port),
  { once: true },
);

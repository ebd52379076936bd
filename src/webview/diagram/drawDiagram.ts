import * as l10n from '@vscode/l10n';
import { isRecord, isString } from '../../shared/guards.ts';
import { isDiagramAnswer, type DiagramAnswer, type DiagramJob } from './diagramJob.ts';
import { diagramFaultText } from './diagramFault.ts';
import { element } from '../dom/element.ts';
import { safeSvg, type SafeSvg } from './safeSvg.ts';
import { formatNumber } from '../../shared/language.ts';

/**
 * Longer sources, in characters, are not drawn, and drawing ends after this time: text can be made
 * to take forever.
 */
const limits = { sourceLength: 50_000, timeMs: 10_000 };

/** What draws, and when a drawing has taken too long. */
interface DrawingMeans {
  /** Gives the script of the frame as text. */
  readonly loadScript: () => Promise<string>;
  /** Called when a drawing starts. The signal aborts when it has taken too long. */
  readonly startLimit: () => AbortSignal;
}

const ownMeans: DrawingMeans = {
  loadScript,
  startLimit: () => AbortSignal.timeout(limits.timeMs),
};

/** Some of Mermaid's diagrams are as wide as the page that they are drawn in. */
const frameWidthPx = 800;

/** The nonce of scripts that the policy of the page allows. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** The drawing that was requested last, and that the next one waits for. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram, after those requested before it, in a sandboxed frame that is removed
 * afterwards. The frame has no access to this page and loads nothing; its drawing is only used as a
 * picture. Throws an error with the reason where there is no drawing, also when it takes too long.
 */
export async function drawDiagram(job: DiagramJob, means = ownMeans): Promise<SafeSvg> {
  if (job.source.length > limits.sourceLength) {
    const most = formatNumber(limits.sourceLength);
    throw new Error(l10n.t('The source is longer than {0} characters.', most));
  }
  const drawn = last.then(async () => drawInFrame(job, means));
  last = drawn.catch(() => undefined);
  const { svg, fault } = await drawn;
  if (svg === undefined) {
    throw new Error(diagramFaultText(fault));
  }
  return safeSvg(svg, `rgb(${job.colors.background.join(', ')})`);
}

async function drawInFrame(job: DiagramJob, means: DrawingMeans): Promise<DiagramAnswer> {
  const script = await means.loadScript();
  const frame = element('iframe', {
    class: 'diagram-frame',
    // Without `allow-same-origin` the frame has an opaque origin and cannot access this page.
    sandbox: 'allow-scripts',
    'aria-hidden': 'true',
    tabindex: '-1',
    width: String(frameWidthPx),
  });
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<DiagramAnswer>((resolve, reject) => {
    port1.addEventListener('message', ({ data }) => {
      resolve(isDiagramAnswer(data) ? data : {});
    });
    const seconds = formatNumber(limits.timeMs / 1000);
    const giveUp = (): void =>
      reject(new Error(l10n.t('Drawing took longer than {0} s.', seconds)));
    means.startLimit().addEventListener('abort', giveUp);
  });
  port1.start();
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(job, '*', [port2]));
  frame.srcdoc = framePage(script);
  document.body.append(frame);
  try {
    return await answered;
  } finally {
    port1.close();
    frame.remove();
  }
}

/** The page of the frame. It inherits the policy of this page, and its own allows less. */
function framePage(script: string): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  // In a script only these are read as markup (HTML, "Restrictions for contents of script
  // elements"). Mermaid has them in strings and regular expressions only.
  const code = script.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3C`);
  return `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"></head>
<body><script nonce="${nonce}">${code}</script></body></html>`;
}

/** Loads the script of the frame as text. The frame cannot load it: its origin is opaque. */
async function loadScript(): Promise<string> {
  const url = new URL('../diagramScript.js', import.meta.url).href;
  const module: unknown = await import(url).catch(() => undefined);
  if (!isRecord(module) || !isString(module['default'])) {
    throw new Error(l10n.t('Mermaid could not be loaded. Reload the window.'));
  }
  return module['default'];
}

import Parser from 'markdown-it';
import { createMarkdownStream } from '../../src/webview/markdown/open/markdownStream.ts';
import { addMath, addTableMath } from '../../src/markdown/mathRules.ts';
import { limitNesting } from '../../src/markdown/createParser.ts';
import { addFootnotes } from '../../src/markdown/footnoteRules.ts';
import { renderTokens } from '../../src/webview/markdown/render.ts';
import { noteLinesBefore } from '../../src/webview/markdown/textBefore.ts';
import type { HeldIdleTime } from './holdIdleTime.ts';

/** The rendering of a whole source by one run of the parser: what streaming has to equal. */
export function renderWhole(source: string): HTMLElement {
  const parser = new Parser({ html: false, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  addMath(parser);
  addTableMath(parser);
  addFootnotes(parser);
  limitNesting(parser);
  const target = document.createElement('div');
  const tokens = parser.parse(source, {});
  noteLinesBefore(tokens, { source, start: 0, before: '' });
  target.append(renderTokens(tokens));
  group(target);
  return target;
}

/** Puts all but the first 64 blocks into groups of 64, and these into sections of 32. */
function group(target: HTMLElement): void {
  const groups = inParts([...target.childNodes].slice(64), 64, 'block-group');
  target.append(...inParts(groups, 32, 'block-section'));
}

function inParts(nodes: readonly Node[], length: number, className: string): readonly Node[] {
  return Array.from({ length: Math.ceil(nodes.length / length) }, (_, index) => {
    const part = document.createElement('div');
    part.className = className;
    part.append(...nodes.slice(index * length, (index + 1) * length));
    return part;
  });
}

/** Streams the pieces, painting after each as an animation frame would, and ends. */
export function renderStreamed(pieces: readonly string[]): HTMLElement {
  const target = document.createElement('div');
  withFrames((frame) => {
    const stream = createMarkdownStream(target);
    for (const piece of pieces) {
      stream.append(piece);
      frame();
    }
    stream.end(true);
  });
  return target;
}

/** A table that is too large to be formatted at once. */
export const largeTable = `| a | b |\n|--|--|\n${'| c | *d* |\n'.repeat(2000)}`;

/** Renders a whole text as a reply that is opened again, with all the idle time that it needs. */
export async function renderOpened(text: string, idle: HeldIdleTime): Promise<HTMLElement> {
  const target = document.createElement('div');
  const stream = createMarkdownStream(target);
  stream.append(text);
  stream.end(true);
  await idle.runAll();
  return target;
}

/**
 * Streams parts of a source one after the other, each in pieces and with an end of its own, and gives
 * what stands there after each.
 */
export function renderContinued(parts: readonly (readonly string[])[]): readonly HTMLElement[] {
  const target = document.createElement('div');
  return withFrames((frame) => {
    const stream = createMarkdownStream(target);
    return parts.map((pieces, index) => {
      const isLast = index === parts.length - 1;
      for (const piece of pieces) {
        stream.append(piece);
        if (!isLast || pieces.length > 1) {
          frame();
        }
      }
      stream.end(isLast);
      const copy = document.createElement('div');
      copy.append(target.cloneNode(true));
      return copy.firstElementChild as HTMLElement;
    });
  });
}

/** Replaces animation frames by calls of `frame`. */
export function withFrames<T>(use: (frame: () => void) => T): T {
  const original = {
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  };
  let callbacks: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  window.cancelAnimationFrame = () => {
    callbacks = [];
  };
  try {
    return use(() => {
      const due = callbacks;
      callbacks = [];
      due.forEach((callback) => callback(Number.MAX_VALUE));
    });
  } finally {
    Object.assign(window, original);
  }
}

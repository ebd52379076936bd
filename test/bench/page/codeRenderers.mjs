// The renderers that streamed code is compared with, each as { append(text), end() } for an element.
import { CodeToTokenTransformStream } from '@shikijs/stream';
import highlightJs from 'highlight.js/lib/core';
import typescript from 'highlight.js/lib/languages/typescript';
import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import shikiTypescript from 'shiki/langs/typescript.mjs';
import darkPlus from 'shiki/themes/dark-plus.mjs';

highlightJs.registerLanguage('ts', typescript);

const highlighter = createHighlighterCore({
  themes: [darkPlus],
  langs: [shikiTypescript],
  engine: createJavaScriptRegexEngine(),
});

/** Passes on the code of a reply that is one code fence, without the line that opens it. */
function codeOnly(append) {
  let isFirst = true;
  return (piece) => {
    append(isFirst ? piece.slice(piece.indexOf('\n') + 1) : piece);
    isFirst = false;
  };
}

function openCode(target) {
  const code = document.createElement('code');
  const pre = document.createElement('pre');
  pre.append(code);
  target.append(pre);
  return code;
}

function colouredSpan({ content, color }) {
  const span = document.createElement('span');
  span.style.color = color;
  span.textContent = content;
  return span;
}

export const codeRenderers = {
  'plain append': (target) => {
    const text = openCode(target).appendChild(document.createTextNode(''));
    return { append: codeOnly((piece) => text.appendData(piece)), end: () => {} };
  },

  '@shikijs/stream': (target) => {
    const code = openCode(target);
    let pieces;
    const source = new ReadableStream({ start: (controller) => void (pieces = controller) });
    const show = async () => {
      const tokens = source.pipeThrough(
        new CodeToTokenTransformStream({
          highlighter: await highlighter,
          lang: 'ts',
          theme: 'dark-plus',
          allowRecalls: true,
        }),
      );
      for await (const token of tokens) {
        if ('recall' in token) {
          [...code.childNodes].slice(-token.recall).forEach((node) => node.remove());
        } else {
          code.append(colouredSpan(token));
        }
      }
    };
    void show();
    return { append: codeOnly((piece) => pieces.enqueue(piece)), end: () => pieces.close() };
  },

  'highlight.js': (target) => {
    const code = openCode(target);
    let text = '';
    let frame;
    const show = () => {
      frame = undefined;
      code.innerHTML = highlightJs.highlight(text, { language: 'ts' }).value;
    };
    return {
      append: codeOnly((piece) => {
        text += piece;
        frame ??= requestAnimationFrame(show);
      }),
      end: () => {},
    };
  },
};

// The renderers that are compared, each as { append(text), end() } for an element.
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import * as streaming from 'streaming-markdown';
import { Tokenizers } from '../../../src/webview/code/tokenizers.ts';
import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import { codeRenderers } from './codeRenderers.mjs';

const renderers = {
  ...codeRenderers,

  parley: (target) => createMarkdownStream(target),

  /** Reveals the nodes that `parley` rendered for the reply before, as far as the text has arrived. */
  'pre-parsed': (target, whole) => revealed(target, lastOfParley, whole.length),

  streamdown: (target) => {
    const root = createRoot(target);
    let text = '';
    const show = () => root.render(createElement(Streamdown, { animated: false }, text));
    return {
      append(piece) {
        text += piece;
        show();
      },
      end: show,
    };
  },

  'marked + DOMPurify': (target) => {
    let text = '';
    let frame;
    const show = () => {
      frame = undefined;
      target.innerHTML = DOMPurify.sanitize(marked.parse(text));
    };
    return {
      append(piece) {
        text += piece;
        frame ??= requestAnimationFrame(show);
      },
      end() {
        cancelAnimationFrame(frame);
        show();
      },
    };
  },

  'streaming-markdown': (target) => {
    const parser = streaming.parser(streaming.default_renderer(target));
    return {
      append: (piece) => streaming.parser_write(parser, piece),
      end: () => streaming.parser_end(parser),
    };
  },
};

function revealed(target, done, length) {
  const steps = [];
  const collect = (node) => {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        steps.push({ text: child.data });
      } else {
        steps.push({ open: child.cloneNode(false) });
        collect(child);
        steps.push({ close: true });
      }
    }
  };
  collect(done);
  const shownLength = steps.reduce((sum, { text = '' }) => sum + text.length, 0);
  const perCharacter = shownLength / length;
  let parent = target;
  let step = 0;
  let offset = 0;
  let budget = 0;
  let node;
  const show = () => {
    while (step < steps.length && (budget > 0 || steps[step].text === undefined)) {
      const { open, text } = steps[step];
      if (text === undefined) {
        parent = open === undefined ? parent.parentNode : parent.appendChild(open);
        step += 1;
        continue;
      }
      const piece = text.slice(offset, offset + Math.ceil(budget));
      if (offset === 0) {
        node = parent.appendChild(document.createTextNode(piece));
      } else {
        node.appendData(piece);
      }
      budget -= piece.length;
      offset += piece.length;
      if (offset === text.length) {
        step += 1;
        offset = 0;
      }
    }
  };
  return {
    append(piece) {
      budget += piece.length * perCharacter;
      requestAnimationFrame(show);
    },
    end() {
      budget = Infinity;
      show();
    },
  };
}

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve);
      port1.start();
      port2.postMessage(undefined);
    });
  });

/** What a renderer has requested of the page and not been called for: it is not done before that. */
const requested = new Set();

for (const [request, cancel] of [
  ['requestAnimationFrame', 'cancelAnimationFrame'],
  ['requestIdleCallback', 'cancelIdleCallback'],
]) {
  const original = { request: window[request].bind(window), cancel: window[cancel].bind(window) };
  window[request] = (callback, options) => {
    const id = original.request((value) => {
      requested.delete(`${request} ${id}`);
      callback(value);
    }, options);
    requested.add(`${request} ${id}`);
    return id;
  };
  window[cancel] = (id) => {
    requested.delete(`${request} ${id}`);
    original.cancel(id);
  };
}

let onTokenizer = () => {};
const tokenizers = new Tokenizers(() => onTokenizer());

/** The tokenizer for a language; undefined if there is none. */
async function tokenizerOf(language) {
  while (tokenizers.get(language) === 'loading') {
    await new Promise((resolve) => {
      onTokenizer = resolve;
    });
  }
  return tokenizers.loaded(language);
}

let current;
let lastOfParley;

window.bench = {
  /** Starts a reply with this renderer; `whole` is all text that will be appended. */
  start(name, whole) {
    if (current?.name === 'parley') {
      lastOfParley = current.scroller.firstChild;
    }
    document.body.innerHTML =
      '<div id="parley" class="panel"><main class="scroller"><div class="markdown"></div></main></div>';
    const scroller = document.querySelector('main');
    const target = scroller.firstChild;
    current = { name, stream: renderers[name](target, whole), scroller };
  },
  /** Goes on with what `parley` rendered for the reply before: after the same page, without the work of a renderer. */
  reveal(whole) {
    const target = current.scroller.firstChild;
    current = { ...current, name: 'pre-parsed', stream: renderers['pre-parsed'](target, whole) };
  },
  /** Renders a whole text and colours its code, once each and without laying anything out: no renderer does less. */
  async once(text) {
    const stream = createMarkdownStream(document.createElement('div'));
    stream.append(text);
    stream.end(true);
    for (const [, language, code] of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
      const tokenize = await tokenizerOf(language);
      let state;
      for (const line of code.split('\n')) {
        const read = tokenize?.(line, state);
        read?.tokens.forEach(({ scopes }) => tokenizers.classOf(scopes));
        state = read?.state;
      }
    }
    while (requested.size > 0) {
      await painted();
    }
  },
  /** Appends one piece in each frame and keeps the end in view. */
  async frames(pieces) {
    const { stream, scroller } = current;
    for (const piece of pieces) {
      performance.mark('frame');
      stream.append(piece);
      await painted();
      scroller.scrollTop = scroller.scrollHeight;
    }
  },
  async end() {
    current.stream.end();
    await painted();
  },
  /** Waits until a renderer has finished the work that it postponed. */
  settled: () =>
    new Promise((resolve) => {
      const quietMs = 500;
      const wait = () => setTimeout(done, quietMs);
      const done = () => {
        if (requested.size > 0) {
          timer = wait();
          return;
        }
        observer.disconnect();
        resolve();
      };
      let timer = wait();
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = wait();
      });
      observer.observe(current.scroller, { subtree: true, childList: true, characterData: true });
    }),
  /** The length of the text that is shown, to detect missing text. */
  shownLength: () => current.scroller.textContent.length,
};

import { element } from '../dom/element.ts';
import { idleTime } from '../dom/idleTime.ts';
import { NearView } from '../dom/nearView.ts';

/** Writes math in TeX into a node; throws where it cannot be read. */
type Draw = (tex: string, node: HTMLElement, isBlock: boolean) => void;

/** Math on the page that waits to be drawn. */
interface Waiting {
  readonly source: string;
  readonly isBlock: boolean;
}

/** What has been drawn last is kept, and longer math stays what it is. */
const limits = { kept: 500, sourceLength: 10_000 };

/** Draws the math that is near the view when the page has nothing else to do. */
class MathDrawing {
  readonly #waiting = new WeakMap<Element, Waiting>();
  /** By source: what it looks like; nothing where it cannot be read. */
  readonly #drawn = new Map<string, DocumentFragment | undefined>();
  readonly #nearView = new NearView(() => this.#run());
  #draw: Promise<Draw> | undefined;
  #isRunning = false;

  /** Draws the math in `node`, which holds its source: at once where the same has been drawn. */
  show(node: Element, source: string, isBlock: boolean): void {
    if (this.#drawn.has(source)) {
      this.#put(node, source);
    } else if (source.length <= limits.sourceLength) {
      this.#waiting.set(node, { source, isBlock });
      this.#nearView.watch(node);
    }
  }

  #run(): void {
    if (!this.#isRunning && this.#nearView.parts.size > 0) {
      void this.#work();
    }
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    try {
      this.#draw ??= loadKatex();
      const draw = await this.#draw;
      let endMs = await idleTime();
      for (const node of this.#nearView.parts) {
        if (performance.now() >= endMs) {
          endMs = await idleTime();
        }
        this.#drawIn(node, draw);
      }
    } catch {
      // What cannot be loaded leaves the source.
      this.#nearView.parts.forEach((node) => this.#nearView.forget(node));
    }
    this.#isRunning = false;
  }

  #drawIn(node: Element, draw: Draw): void {
    const { source, isBlock } = this.#waiting.get(node) ?? { source: '', isBlock: false };
    this.#nearView.forget(node);
    if (!this.#drawn.has(source)) {
      this.#drawn.set(source, drawing(source, isBlock, draw));
      const [oldest] = this.#drawn.keys();
      if (this.#drawn.size > limits.kept && oldest !== undefined) {
        this.#drawn.delete(oldest);
      }
    }
    this.#put(node, source);
  }

  #put(node: Element, source: string): void {
    const drawn = this.#drawn.get(source);
    node.classList.add(drawn === undefined ? 'unreadable' : 'drawn');
    if (drawn !== undefined) {
      node.replaceChildren(drawn.cloneNode(true));
    }
  }
}

let shared: MathDrawing | undefined;

/** The one that draws all math of this page. */
function mathDrawing(): MathDrawing {
  shared ??= new MathDrawing();
  return shared;
}

function drawing(source: string, isBlock: boolean, draw: Draw): DocumentFragment | undefined {
  const holder = element('span');
  const marks = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  try {
    draw(source.slice(marks, -marks), holder, isBlock);
  } catch {
    return undefined;
  }
  const content = document.createDocumentFragment();
  content.append(...holder.childNodes);
  return content;
}

async function loadKatex(): Promise<Draw> {
  const href = new URL('./mathStyle.css', import.meta.url).href;
  const style = element('link', { rel: 'stylesheet', href });
  const styled = new Promise((resolve, reject) => {
    style.addEventListener('load', resolve);
    style.addEventListener('error', reject);
  });
  document.head.append(style);
  const [{ render }] = await Promise.all([import('katex'), styled]);
  return (tex, node, displayMode) =>
    render(tex, node, {
      displayMode,
      throwOnError: true,
      strict: 'ignore',
      // No command may link, load or set anything of the page.
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    });
}

/** Math as its source, with its marks, until it is drawn; `isBlock` math stands for itself. */
export function mathElement(
  source: string,
  isBlock: boolean,
  tag: 'span' | 'div' = 'span',
): HTMLElement {
  const node = element(tag, { class: isBlock ? 'math math-block' : 'math', dir: 'ltr' }, [source]);
  mathDrawing().show(node, source, isBlock);
  return node;
}

import { element } from '../dom/element.ts';
import { idleTime } from '../dom/idleTime.ts';
import { NearView } from '../dom/nearView.ts';

/**
 * Math that shows its source, with its delimiters, until it is drawn; an `isBlock` formula has
 * lines of its own.
 */
export function mathElement(
  source: string,
  isBlock: boolean,
  tag: 'span' | 'div' = 'span',
): HTMLElement {
  const node = element(tag, { class: isBlock ? 'math math-block' : 'math', dir: 'ltr' }, [source]);
  mathDrawing().show(node, source, isBlock);
  return node;
}

/** Draws math in TeX into a node; throws where it is invalid. */
type Draw = (tex: string, node: HTMLElement, isBlock: boolean) => void;

/** Math on the page that is not drawn yet. */
interface UndrawnMath {
  /** With its delimiters. */
  readonly source: string;
  readonly isBlock: boolean;
}

/**
 * How many drawings are kept for reuse, how many of them are put on the page within one task, each with
 * a hundred nodes or so, and how much math of one block is drawn.
 */
const limits = { drawings: 500, atOnce: 50, perBlock: 500 };

/**
 * Math with a longer source, in characters, is not drawn: KaTeX would block the page. A definition can
 * repeat what it defines a hundred times.
 */
const maxSourceLength = { plain: 5000, withDefinition: 300 };

const definition = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

function isDrawable(source: string): boolean {
  const { plain, withDefinition } = maxSourceLength;
  return source.length <= (definition.test(source) ? withDefinition : plain);
}

/** Selects what the browser may have to lay out as a whole. */
const topBlocks = '.markdown > *, .block-group > *, .formatted > *';

/** Draws the math that is near the view while the page is idle. */
class MathDrawing {
  readonly #undrawn = new WeakMap<Element, UndrawnMath>();
  /** Drawings by source; `undefined` for invalid math. */
  readonly #drawn = new Map<string, DocumentFragment | undefined>();
  readonly #nearView = new NearView(() => this.#run());
  /** How much math is drawn in each block. */
  readonly #countIn = new WeakMap<Element, number>();
  #draw: Promise<Draw> | undefined;
  #isRunning = false;
  /** How many drawings may still be put on the page within this task. */
  #leftAtOnce = limits.atOnce;

  /**
   * Replaces the source in `node` by its drawing: at once where the same math was drawn before, unless
   * there is much of it.
   */
  show(node: Element, source: string, isBlock: boolean): void {
    if (this.#drawn.has(source) && this.#leftAtOnce > 0) {
      if (this.#leftAtOnce === limits.atOnce) {
        queueMicrotask(() => (this.#leftAtOnce = limits.atOnce));
      }
      this.#leftAtOnce -= 1;
      this.#put(node, source);
    } else if (isDrawable(source)) {
      this.#undrawn.set(node, { source, isBlock });
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
      // Without KaTeX the source stays.
      this.#nearView.parts.forEach((node) => this.#nearView.forget(node));
    }
    this.#isRunning = false;
  }

  #drawIn(node: Element, draw: Draw): void {
    const { source, isBlock } = this.#undrawn.get(node) ?? { source: '', isBlock: false };
    this.#nearView.forget(node);
    const block = node.closest(topBlocks) ?? node;
    const count = (this.#countIn.get(block) ?? 0) + 1;
    this.#countIn.set(block, count);
    if (count > limits.perBlock) {
      return;
    }
    if (!this.#drawn.has(source)) {
      this.#drawn.set(source, drawing(source, isBlock, draw));
      const [oldest] = this.#drawn.keys();
      if (this.#drawn.size > limits.drawings && oldest !== undefined) {
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

/** The drawing of all math on this page. */
function mathDrawing(): MathDrawing {
  shared ??= new MathDrawing();
  return shared;
}

function drawing(source: string, isBlock: boolean, draw: Draw): DocumentFragment | undefined {
  const holder = element('span');
  const delimiterLength = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  try {
    draw(source.slice(delimiterLength, -delimiterLength), holder, isBlock);
  } catch {
    return undefined;
  }
  if (isDeeper(holder, maxDepth)) {
    return undefined;
  }
  const content = document.createDocumentFragment();
  content.append(...holder.childNodes);
  return content;
}

/** A formula of more levels of elements is not drawn: thousands of them crash the page. Twenty nested roots have fewer. */
const maxDepth = 250;

function isDeeper(root: Element, depth: number): boolean {
  let level: readonly Element[] = [root];
  for (let count = 0; count <= depth && level.length > 0; count += 1) {
    level = level.flatMap(({ children }) => [...children]);
  }
  return level.length > 0;
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
      // No command may create links, load files or set attributes.
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    });
}

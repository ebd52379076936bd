import { breakableText } from '../dom/breakableText.ts';
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
  const className = isBlock ? 'math math-block' : 'math';
  const node = element(tag, { class: className, dir: 'ltr' }, breakableText(source));
  mathDrawing.show(node, source, isBlock);
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

/** A drawing of math. */
interface Drawing {
  readonly content: DocumentFragment;
  /** How many elements it has. */
  readonly size: number;
}

/**
 * How many elements a drawing may have, how many are put on the page within one task, are in the drawings of one group
 * of blocks, and are kept for reuse.
 */
const maxElements = { drawing: 8000, atOnce: 2000, inGroup: 30_000, kept: 100_000 };

/** How many drawings are kept at most. */
const maxKept = 500;

/** Selects the blocks of a group. A reply also has sections, with the groups after its first blocks. */
const groupBlocks = ':is(.markdown, .block-group, .formatted) > :not(.block-section)';

/** Draws the math that is near the view while the page is idle. */
class MathDrawing {
  readonly #undrawn = new WeakMap<Element, UndrawnMath>();
  /** Drawings by source; `undefined` for math that cannot be drawn. */
  readonly #drawn = new Map<string, Drawing | undefined>();
  #keptSize = 0;
  /** How many elements there are in math on the page. */
  readonly #sizeOf = new WeakMap<Element, number>();
  readonly #nearView = new NearView(() => this.#run());
  #draw: Promise<Draw> | undefined;
  #isRunning = false;
  /** How many elements may still be put on the page within this task. */
  #leftAtOnce = maxElements.atOnce;

  /**
   * Replaces the source in `node` by its drawing: at once where the same math was drawn before, unless
   * there is much of it.
   */
  show(node: Element, source: string, isBlock: boolean): void {
    const size = this.#drawn.get(source)?.size ?? 0;
    if (this.#drawn.has(source) && size <= this.#leftAtOnce) {
      if (this.#leftAtOnce === maxElements.atOnce) {
        queueMicrotask(() => (this.#leftAtOnce = maxElements.atOnce));
      }
      this.#leftAtOnce -= size;
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
      let [endMs, left] = [0, 0];
      for (const node of this.#nearView.parts) {
        if (performance.now() >= endMs || left <= 0) {
          [endMs, left] = [await idleTime(), maxElements.drawing];
        }
        left -= this.#drawIn(node, draw);
      }
    } catch {
      // Without KaTeX the source stays.
      this.#nearView.parts.forEach((node) => this.#nearView.forget(node));
    }
    this.#isRunning = false;
  }

  /** Returns how many elements are drawn. */
  #drawIn(node: Element, draw: Draw): number {
    const { source, isBlock } = this.#undrawn.get(node) ?? { source: '', isBlock: false };
    this.#nearView.forget(node);
    if (!this.#drawn.has(source)) {
      this.#keep(source, drawing(source, isBlock, draw));
    }
    const size = this.#drawn.get(source)?.size ?? 0;
    if (this.#sizeOfGroup(node) + size > maxElements.inGroup) {
      return 0;
    }
    this.#put(node, source);
    return size;
  }

  #keep(source: string, drawn: Drawing | undefined): void {
    this.#drawn.set(source, drawn);
    this.#keptSize += drawn?.size ?? 0;
    for (const [oldest, { size = 0 } = {}] of this.#drawn) {
      if (this.#drawn.size <= maxKept && this.#keptSize <= maxElements.kept) {
        return;
      }
      this.#drawn.delete(oldest);
      this.#keptSize -= size;
    }
  }

  #put(node: Element, source: string): void {
    const drawn = this.#drawn.get(source);
    node.classList.add(drawn === undefined ? 'unreadable' : 'drawn');
    if (drawn !== undefined) {
      node.replaceChildren(drawn.content.cloneNode(true));
      this.#sizeOf.set(node, drawn.size);
    }
  }

  /** How many elements there are in the math of the blocks around `node`. */
  #sizeOfGroup(node: Element): number {
    const group = node.closest(groupBlocks)?.parentElement?.children ?? [];
    let size = 0;
    for (const block of [...group].filter((each) => each.matches(groupBlocks))) {
      for (const math of [block, ...block.querySelectorAll('.drawn')]) {
        size += this.#sizeOf.get(math) ?? 0;
      }
    }
    return size;
  }
}

/** The drawing of all math on this page. */
const mathDrawing = new MathDrawing();

function drawing(source: string, isBlock: boolean, draw: Draw): Drawing | undefined {
  const holder = element('span');
  const delimiterLength = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  try {
    draw(source.slice(delimiterLength, -delimiterLength), holder, isBlock);
  } catch {
    return undefined;
  }
  const size = holder.getElementsByTagName('*').length;
  if (size > maxElements.drawing || isDeeper(holder, maxDepth)) {
    return undefined;
  }
  const content = document.createDocumentFragment();
  content.append(...holder.childNodes);
  return { content, size };
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

/**
 * Math with a longer source, in characters, with more symbols or with more groups inside each other is not
 * drawn: KaTeX and the layout of its drawing would block the page.
 */
const limits = { length: 5000, symbols: 1500, depth: 50 };

/** The same for the symbols of math with a definition, which can repeat what it defines two hundred times. */
const symbolsWithDefinition = 100;

const definition = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** A command, or a character that is not white space. */
const symbol = /\\(?:[a-zA-Z]+|[^])|[^\s\\]/g;

/** Whether math in TeX is small enough to be drawn. */
function isDrawable(tex: string): boolean {
  if (tex.length > limits.length) {
    return false;
  }
  const symbols = tex.match(symbol) ?? [];
  const most = definition.test(tex) ? symbolsWithDefinition : limits.symbols;
  return symbols.length <= most && depthOf(symbols) <= limits.depth;
}

/** How many groups are inside each other at most. */
function depthOf(symbols: readonly string[]): number {
  let [depth, deepest] = [0, 0];
  for (const text of symbols) {
    depth += text === '{' ? 1 : text === '}' ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

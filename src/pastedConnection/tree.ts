import { type Token, tokensOf } from './tokens.ts';

/** What a text consists of: values, and what has others in it. */
export interface Node {
  /** `label` has the values that it is said of; the others are brackets, lines below each other, and one line. */
  readonly form: 'word' | 'text' | 'label' | 'call' | 'list' | 'record' | 'lines' | 'line';
  /** The value; or the label, or what stands before brackets. An option begins with its dash. */
  readonly text: string;
  readonly items: readonly Node[];
  /** Whether it was a text in quotes, such as the body of a request. */
  readonly isQuoted?: boolean;
}

/** Deeper brackets and lines are read as if they were not nested. */
const maxDepth = 100;

const brackets = new Map(
  Object.entries({ '(': [')', 'call'], '[': [']', 'list'], '{': ['}', 'record'] } as const),
);
const separator = /^(?:={1,3}|:=?|=>|->|→|\?{1,2}=)$/;

/**
 * Reads any text as labels and their values. Brackets nest them in every language; outside of them it is the indent of
 * lines, `[section]` of a settings file, and the line.
 */
export function treeOf(source: string): Node {
  const reader = new TreeReader();
  tokensOf(source).forEach((token, nth, tokens) => {
    reader.take(token, tokens[nth + 1] ?? lineEnd);
  });
  return reader.end();
}

function valueNode(text: string, form: 'word' | 'text' = 'text'): Node {
  return { form, text, items: [] };
}

export function labelNode(text: string, items: readonly Node[]): Node {
  return { form: 'label', text, items };
}

export function isValue({ form }: Node): boolean {
  return form === 'text' || form === 'word';
}

const lineEnd: Token = { kind: 'line', text: '', column: 0, isTight: false };

/** What has not ended yet. */
interface Open extends Node {
  readonly items: Node[];
  /** The bracket that ends it. */
  readonly close?: string | undefined;
  /** Where its lines, or the line that it stands on, begin. */
  readonly column: number;
  /** Where the values begin that a mark makes a label. */
  from: number;
}

class TreeReader {
  readonly #root: Open = { form: 'lines', text: '', items: [], column: 0, from: 0 };
  readonly #open = [this.#root];
  #isLineStart = true;

  get #top(): Open {
    return this.#open.at(-1) ?? this.#root;
  }

  end(): Node {
    this.#endDownTo(1);
    return this.#root;
  }

  take(token: Token, next: Token): void {
    const { kind, text } = token;
    if (kind === 'line') {
      this.#isLineStart = true;
      if (this.#isInside() && !this.#isWaiting()) {
        this.#endValue();
      }
      return;
    }
    if (this.#isLineStart && !this.#isInside()) {
      this.#beginLine(token, next);
    }
    this.#isLineStart =
      this.#isLineStart && kind === 'word' && text === '-' && next.kind !== 'line';
    if (kind === 'mark') {
      this.#mark(token);
    } else if (kind === 'word' && !token.isTight && /^--?\p{L}/u.test(text)) {
      this.#label(text);
    } else if (kind !== 'section' && !this.#isLineStart) {
      this.#value(kind === 'word' ? valueNode(text, kind) : quotedNode(text));
    }
  }

  #begin(form: Node['form'], more: Partial<Open>): void {
    if (this.#open.length < maxDepth) {
      const { column } = this.#top;
      this.#open.push({ text: '', column, from: 0, ...more, form, items: [] });
    }
  }

  /** Ends all but the first `count` of what is open. A line of one value is that value. */
  #endDownTo(count: number): void {
    while (this.#open.length > count) {
      const { form, text, items } = this.#open.pop() ?? this.#root;
      const isOne = form === 'line' && items.length < 2;
      this.#top.items.push(...(isOne ? items : [{ form, text, items }]));
    }
  }

  #beginLine({ kind, text, column }: Token, next: Token): void {
    const { text: label, column: before } = this.#top;
    if (kind === 'section') {
      this.#endDownTo(1);
      this.#begin('lines', { text: text.replaceAll(/["'\s]/g, ''), column: 0 });
      return;
    }
    const isEntry = text === '-' && next.kind !== 'line';
    if (this.#isWaiting() && !isOption(label)) {
      if (column > before || (text === '-' && column === before)) {
        this.#begin('lines', { column });
      } else if (next.kind === 'line' && kind !== 'mark') {
        // A label can stand above its value.
        return;
      }
    }
    this.#endDownTo(
      1 + this.#open.findLastIndex((open) => open.form === 'lines' && open.column <= column),
    );
    this.#begin(isEntry ? 'lines' : 'line', { column: isEntry ? next.column : column });
  }

  #mark({ text, isTight }: Token): void {
    const [close, form] = brackets.get(text) ?? [];
    const { items, from } = this.#top;
    const last = items.length > from ? items.at(-1) : undefined;
    if (form !== undefined) {
      // What stands directly before a bracket, or anywhere before one that begins a block.
      const isNear = text === '{' ? /^(?:word|text)$/ : isTight ? /^word$/ : /^$/;
      const callee = last !== undefined && isNear.test(last.form) ? items.pop() : undefined;
      this.#begin(form, { text: callee?.text ?? '', close });
    } else if (/^[)\]}]$/.test(text)) {
      const at = this.#open.findLastIndex((open) => open.close === text);
      this.#endDownTo(at < 0 ? this.#open.length : at);
    } else if (separator.test(text) && last !== undefined) {
      this.#separator(last);
    } else if (text === ';' || (text === '&&' && !this.#isInside())) {
      this.#endValue();
      this.#isLineStart = true;
    } else if (text === ',' && this.#isInside() && !this.#isWaiting()) {
      // On a line, a comma stands between values or in a sentence.
      this.#endValue();
    }
  }

  /** Makes the values before a mark a label. What stands directly after another label is its value. */
  #separator(last: Node): void {
    const { form, items, from } = this.#top;
    if (!isValue(last) || last.text.includes('://')) {
      this.#endValue();
      return;
    }
    const most = items.length - (form === 'label' ? Math.min(1, items.length - 1) : from);
    const words = items.splice(-Math.min(most, labelLength(items)));
    this.#label(words.map(({ text }) => text).join(' '));
  }

  #label(text: string): void {
    this.#endValue();
    this.#begin('label', { text });
  }

  #value(node: Node): void {
    const { text, items, form } = this.#top;
    if (form === 'label' && isOption(text) && items.length > 0) {
      // An option has one value.
      this.#endValue();
    }
    this.#top.items.push(node);
  }

  #endValue(): void {
    this.#endDownTo(this.#open.length - (this.#top.form === 'label' ? 1 : 0));
    this.#top.from = this.#top.items.length;
  }

  /** Whether a label or an option waits for its value. */
  #isWaiting(): boolean {
    return this.#top.form === 'label' && this.#top.items.length === 0;
  }

  /** Whether a bracket ends what is open. */
  #isInside(): boolean {
    const [around, inner] = this.#open.slice(-2);
    return (inner?.form === 'label' ? around : (inner ?? around))?.close !== undefined;
  }
}

function isOption(label: string): boolean {
  return label.startsWith('-');
}

/** A text in quotes can hold a text of its own: the body of a request, or an assignment. */
function quotedNode(text: string): Node {
  const isBody = /^\s*(?:\[\s*)?\{(?:[^\S\n]*\n|\s*(?:["'\\}]|\w+\s*:))/.test(text);
  if (!isBody && !/^[A-Z][A-Z\d]*_[A-Z\d_]{1,80}=/.test(text)) {
    return valueNode(text);
  }
  const tree = treeOf(text);
  const [only = tree, other] = tree.items;
  const inner = isBody && other === undefined ? only : tree;
  return inner.items.length === 0 ? valueNode(text) : { ...inner, isQuoted: isBody };
}

/** How many of the last words are a label: several only where they are words of a language. */
function labelLength(values: readonly Node[]): number {
  const last = values.slice(-5);
  const isPlain = ({ form, text }: Node) =>
    form === 'word' && /^[\p{L}\p{M}()*'’-]{1,30}$/u.test(text);
  return Math.max(1, last.length - 1 - last.findLastIndex((value) => !isPlain(value)));
}

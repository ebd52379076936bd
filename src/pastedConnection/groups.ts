import { type Token, tokensOf } from './tokens.ts';

/** A value: a text, a word that can also be a name, or a group. */
export type Atom = { readonly kind: 'text' | 'word'; readonly text: string } | Group;

/** What belongs together: what is in brackets, in the lines below a label, in a section of a file, or on one line. */
export interface Group {
  readonly kind: 'group';
  readonly form: 'list' | 'record' | 'call' | 'lines' | 'line';
  /** What stands directly before its brackets: the name of a function or a class. */
  readonly callee?: string | undefined;
  readonly items: readonly Item[];
  /** Whether it was a text in quotes, such as the body of a request. */
  readonly isQuoted?: boolean;
}

/** A value, or several of which the first usable one counts, and what it is called. */
export interface Item {
  /** That of an option begins with its dash. */
  readonly label?: string | undefined;
  readonly atoms: readonly Atom[];
}

/** Deeper brackets and lines are read as if they were not nested. */
const maxDepth = 60;

const closing = new Map(Object.entries({ '(': ')', '[': ']', '{': '}' }));
const lineEnd: Token = { kind: 'line', text: '', column: 0, isTight: false };
const separator = /^(?:={1,3}|:=?|=>|->|→|\?{1,2}=)$/;

/**
 * Reads any text as labels and their values. Brackets make groups in every language; outside of them it is the indent
 * of lines, `[section]` of a settings file, and the line.
 */
export function groupIn(source: string): Group {
  return new Reader(tokensOf(source)).all();
}

class Reader {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  all(): Group {
    const items = [...this.#lines(0)];
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      this.#position += 1;
      const section = { kind: 'group', form: 'lines', items: this.#lines(0) } as const;
      items.push({ label: token.text.replaceAll(/["'\s]/g, ''), atoms: [section] });
    }
    return { kind: 'group', form: 'lines', items };
  }

  /** The kind of a token after this one. At the end of a text is the end of a line. */
  #kindAt(offset: number): Token['kind'] {
    return (this.#tokens[this.#position + offset] ?? lineEnd).kind;
  }

  /** The first token that is no end of a line. */
  #next(): Token | undefined {
    while (this.#tokens[this.#position]?.kind === 'line') {
      this.#position += 1;
    }
    return this.#tokens[this.#position];
  }

  /** The lines that are indented as much or more, up to a section. */
  #lines(indent: number): readonly Item[] {
    const items: Item[] = [];
    for (let first = this.#next(); first !== undefined; first = this.#next()) {
      if (first.column < indent || first.kind === 'section') {
        break;
      }
      if (first.text === '-' && this.#kindAt(1) !== 'line') {
        this.#position += 1;
        const column = this.#next()?.column ?? 0;
        items.push({ atoms: [this.#nested('lines', () => this.#lines(column))] });
      } else {
        const line = this.#items(undefined, first.column);
        const isOne = line.length < 2;
        items.push(
          ...(isOne ? line : [{ atoms: [{ kind: 'group', form: 'line', items: line } as const] }]),
        );
      }
    }
    return items;
  }

  #nested(form: Group['form'], read: () => readonly Item[]): Group {
    this.#depth += 1;
    const items = this.#depth > maxDepth ? [] : read();
    this.#depth -= 1;
    return { kind: 'group', form, items };
  }

  /** What is between brackets, up to the one that closes them; or one line, with the lines below its label. */
  #items(close: string | undefined, indent: number): readonly Item[] {
    const items: Item[] = [];
    let pieces: Piece[] = [];
    const end = () => {
      items.push(...itemsOf(pieces));
      pieces = [];
    };
    while (this.#position < this.#tokens.length) {
      const token = this.#tokens[this.#position] ?? lineEnd;
      const { text, kind } = token;
      if (kind === 'line') {
        if (close === undefined && !this.#isLineContinued(pieces, indent)) {
          break;
        }
        if (!isWaiting(pieces)) {
          end();
        }
        this.#position += 1;
      } else if (/^[)\]}]$/.test(text) && close !== undefined) {
        // A bracket that belongs to one outside closes this one, too.
        this.#position += text === close ? 1 : 0;
        break;
      } else {
        this.#position += 1;
        if (close === undefined && /^(?:;|&&)$/.test(text)) {
          break;
        }
        // On a line, a comma stands between values or in a sentence.
        if (text === ';' || (text === ',' && close !== undefined && !isWaiting(pieces))) {
          end();
        } else {
          this.#take(token, pieces);
        }
      }
    }
    end();
    return items;
  }

  /** Whether the next line is about the same value: nested in it, or the value itself. */
  #isLineContinued(pieces: Piece[], indent: number): boolean {
    const isLabel = isWaiting(pieces) && pieces.at(-1)?.kind !== 'option';
    const first = isLabel ? this.#next() : undefined;
    if (first === undefined || first.kind === 'section') {
      return false;
    }
    if (first.column > indent || (first.text === '-' && first.column === indent)) {
      pieces.push(this.#nested('lines', () => this.#lines(first.column)));
      return false;
    }
    // A label can stand above its value.
    const isAlone = this.#kindAt(1) === 'line' && first.kind !== 'mark';
    this.#position -= isAlone ? 1 : 0;
    return isAlone;
  }

  #take({ text, kind, isTight }: Token, pieces: Piece[]): void {
    const close = closing.get(text);
    const last = pieces.at(-1);
    if (kind === 'quoted') {
      pieces.push(quotedAtom(text));
    } else if (kind === 'word') {
      pieces.push({ kind: !isTight && /^--?\p{L}/u.test(text) ? 'option' : 'word', text });
    } else if (close !== undefined) {
      // What stands directly before a bracket, or anywhere before one that begins a block.
      const isNear = text === '{' ? /^(?:word|text)$/ : isTight ? /^word$/ : /^$/;
      const callee =
        isNear.test(last?.kind ?? 'none') && last !== undefined && 'text' in last
          ? last.text
          : undefined;
      pieces.splice(callee === undefined ? pieces.length : -1);
      const form = close === ')' ? 'call' : close === '}' ? 'record' : 'list';
      pieces.push({ ...this.#nested(form, () => this.#items(close, 0)), callee });
    } else if (separator.test(text)) {
      pieces.push({ kind: 'sign', text });
    }
  }
}

/** A text in quotes can hold a text of its own: the body of a request, or an assignment. */
function quotedAtom(text: string): Atom {
  const isBody = /^\s*(?:\[\s*)?\{(?:[^\S\n]*\n|\s*(?:["'\\}]|\w+\s*:))/.test(text);
  if (!isBody && !/^[A-Z][A-Z\d]*_[A-Z\d_]{1,80}=/.test(text)) {
    return { kind: 'text', text };
  }
  const group = groupIn(text);
  const [atom] = group.items.length === 1 ? (group.items[0]?.atoms ?? []) : [];
  const inner = isBody && atom?.kind === 'group' ? atom : group;
  return inner.items.length === 0 ? { kind: 'text', text } : { ...inner, isQuoted: isBody };
}

/** What stands between two brackets or on one line: values, options, and marks between a label and its value. */
type Piece =
  | Atom
  | { readonly kind: 'option'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string };

/** Whether a label or an option waits for its value. */
function isWaiting(pieces: readonly Piece[]): boolean {
  const [first, last] = [pieces.at(-2), pieces.at(-1)];
  return (
    last?.kind === 'option' ||
    (last?.kind === 'sign' && first !== undefined && first.kind !== 'group')
  );
}

/** The labels and values in what has no more ends in it. */
function itemsOf(pieces: readonly Piece[]): readonly Item[] {
  const items: Item[] = [];
  let label: string | undefined;
  let sign = '';
  let atoms: Atom[] = [];
  let isSum = false;
  const next = (name?: string, mark = '') => {
    items.push(...(label === undefined && atoms.length === 0 ? [] : [withDefault(label, atoms)]));
    [label, sign, atoms] = [name, mark, []];
  };
  for (const piece of pieces) {
    const last = atoms.at(-1);
    const isPlus = piece.kind === 'word' && /^[+.]$/.test(piece.text);
    if (piece.kind === 'option') {
      const [, header] = /^-\w{0,5}H(\S+:\s.*)$/.exec(piece.text) ?? [];
      next(header === undefined ? piece.text : '-H');
      atoms.push(...(header === undefined ? [] : [{ kind: 'text', text: header } as const]));
    } else if (piece.kind !== 'sign' && isSum && last !== undefined) {
      atoms.splice(-1, 1, { kind: 'text', text: pieceOf(last) + pieceOf(piece) });
    } else if (piece.kind !== 'sign' && !isPlus) {
      if (label?.startsWith('-') === true && last !== undefined) {
        // An option has one value.
        next();
      }
      atoms.push(piece);
    } else if (piece.text === '=' && sign === ':' && atoms.length === 1 && isType(last)) {
      atoms = [];
    } else if (!isPlus && (last?.kind === 'group' || last?.text.includes('://') === true)) {
      next();
    } else if (!isPlus && last !== undefined) {
      // What stands directly after a label is its value.
      const most = label === undefined ? atoms.length : Math.max(1, atoms.length - 1);
      const words = atoms.splice(-Math.min(most, labelLength(atoms)));
      next(words.map((word) => (word.kind === 'group' ? '' : word.text)).join(' '), piece.text);
    }
    isSum = isPlus;
  }
  next();
  return items;
}

/** `${name:value}` is a label and its value. */
function withDefault(label: string | undefined, atoms: readonly Atom[]): Item {
  const [atom] = label === undefined ? atoms : [];
  const [, name, text] =
    /^\$\{([\w.-]+):[-=]?([^-?}][^}]*)\}$/.exec(atom?.kind === 'text' ? atom.text : '') ?? [];
  return name === undefined || text === undefined
    ? { label, atoms }
    : { label: name, atoms: [{ kind: 'text', text }] };
}

/** Whether an atom is what stands before the mark in `name: type = value`. */
function isType(atom: Atom | undefined): boolean {
  return atom?.kind === 'group'
    ? atom.form === 'list' && atom.callee !== undefined
    : atom?.kind === 'word' && /^\p{L}[\w.]*$/u.test(atom.text);
}

/** How many of the last words are a label: several only where they are words of a language. */
function labelLength(atoms: readonly Atom[]): number {
  const last = atoms.slice(-5);
  const isPlain = (atom: Atom) =>
    atom.kind === 'word' && /^[\p{L}\p{M}()*'’-]{1,30}$/u.test(atom.text);
  return Math.max(1, last.length - 1 - last.findLastIndex((atom) => !isPlain(atom)));
}

/** What a value adds to a text: a name refers to what it stands for, and a call with one text to a variable. */
function pieceOf(atom: Atom): string {
  const [only] =
    atom.kind === 'group' && atom.items.length === 1 ? (atom.items[0]?.atoms ?? []) : [];
  const name = atom.kind === 'word' ? atom.text : only?.kind === 'text' ? only.text : '';
  return atom.kind === 'text' ? atom.text : name === '' ? '' : `\${${name}}`;
}

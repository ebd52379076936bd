import type { Token } from './tokens.ts';

/** A value: a text, a word that can also be a name, or a group. */
export type Atom = { readonly kind: 'text' | 'word'; readonly text: string } | Group;

/** What is in brackets, in the lines below a label, in a section of a file, or in one command. */
export interface Group {
  readonly kind: 'group';
  readonly form: 'list' | 'record' | 'call' | 'lines' | 'command';
  /** What stands directly before its brackets: the name of a function or a class. */
  readonly callee?: string | undefined;
  readonly items: readonly Item[];
  /** Whether it was a text in quotes, such as the body of a request. */
  readonly isQuoted?: boolean;
}

/** A value, or several of which the first usable one counts, and what it is called. */
export interface Item {
  readonly label?: string | undefined;
  /** Whether the label is an option of a command. */
  readonly isOption?: boolean;
  readonly atoms: readonly Atom[];
}

/** Values of one label. */
const maxAtoms = 500;

const option = /^(?:--?|:)(?=[\p{L}_])/u;

/** The items between two brackets or of one line, of which the last one is not complete. */
export class Draft {
  readonly #items: Item[] = [];
  readonly #close: string | undefined;
  #label: string | undefined;
  #sign = '';
  #isOption = false;
  #atoms: Atom[] = [];
  #last: Token | undefined;
  #isSum = false;

  constructor(close: string | undefined) {
    this.#close = close;
  }

  get isLabelled(): boolean {
    return this.#label !== undefined;
  }

  /** Whether there is a label and not yet a value. That of an option stands on its line. */
  get isWaiting(): boolean {
    return this.isLabelled && !this.#isOption && this.#atoms.length === 0;
  }

  word(token: Token): void {
    const { text } = token;
    const dashes = token.isTight ? undefined : option.exec(text)?.[0];
    // `:name` is a keyword of Lisp between round brackets, and elsewhere a separator and a value.
    if (text.startsWith(':') && (dashes === undefined || this.#close !== ')')) {
      this.separate(':');
      this.push({ kind: 'word', text: text.replace(/^:+/, '') }, token);
    } else if (dashes !== undefined) {
      this.end();
      const [, header] = /^-\w{0,5}H(\S+:\s.*)$/.exec(text) ?? [];
      this.#label = header === undefined ? text.slice(dashes.length) : 'H';
      this.#isOption = true;
      if (header !== undefined) {
        this.push({ kind: 'text', text: header });
      }
    } else if (text === '+') {
      this.#isSum = true;
    } else {
      this.push({ kind: 'word', text }, token);
    }
  }

  push(atom: Atom, token?: Token): void {
    const before = this.#atoms.at(-1);
    if (this.#isOption && before !== undefined && !this.#isSum) {
      // An option has one value.
      this.end();
    }
    if (this.#isSum && before !== undefined) {
      this.#atoms.splice(-1, 1, { kind: 'text', text: pieceOf(before) + pieceOf(atom) });
    } else if (this.#atoms.length < maxAtoms) {
      this.#atoms.push(atom);
    }
    this.#isSum = false;
    this.#last = token;
  }

  /** The word that stands directly before a bracket, or anywhere before one that begins a block. */
  callee(bracket: Token): string | undefined {
    const atom = this.#atoms.at(-1);
    const isBlock = bracket.text === '{';
    const isNear = this.#last !== undefined && (bracket.isTight || isBlock);
    if (
      !isNear ||
      atom === undefined ||
      atom.kind === 'group' ||
      (atom.kind === 'text' && !isBlock)
    ) {
      return undefined;
    }
    this.#atoms.pop();
    return atom.text === '@' ? undefined : atom.text;
  }

  group(group: Group): void {
    const [only] = group.items;
    const [index] = only?.atoms ?? [];
    const isIndex = group.form === 'list' && group.items.length === 1 && only?.label === undefined;
    if (isIndex && group.callee !== undefined && index?.kind !== 'group') {
      // `headers["name"]` is a name like `headers.name`.
      this.push({ kind: 'word', text: `${group.callee}.${index?.text ?? ''}` });
    } else {
      this.push(group);
    }
  }

  /** Makes a label of what stands before a separator. */
  separate(sign: string): void {
    if (this.#atoms.length > 1 && isRemark(this.#atoms.at(-1))) {
      this.#atoms.pop();
    }
    const atom = this.#atoms.at(-1);
    const isOnly = this.#atoms.length === 1 && atom?.kind === 'word';
    if (atom === undefined) {
      return;
    }
    if (sign === '=' && this.#sign === ':' && isOnly && /^\p{L}[\w.]*$/u.test(atom.text)) {
      // `name: type = value`.
      this.#atoms = [];
    } else if (
      atom.kind === 'group' ||
      atom.text.length > 100 ||
      atom.text.includes('://') ||
      (sign === '|' && this.#sign === '|')
    ) {
      this.end();
    } else {
      const words = this.#atoms.splice(-labelLength(this.#atoms));
      this.end();
      this.#label = words.map((word) => (word.kind === 'group' ? '' : word.text)).join(' ');
      this.#sign = sign;
    }
  }

  end(): void {
    if (this.isLabelled || this.#atoms.length > 0) {
      this.#items.push({ label: this.#label, isOption: this.#isOption, atoms: this.#atoms });
    }
    this.#label = undefined;
    this.#sign = '';
    this.#isOption = false;
    this.#atoms = [];
    this.#isSum = false;
  }

  finished(): readonly Item[] {
    this.end();
    return this.#items;
  }
}

/** `(optional)` after the words of a label. */
function isRemark(atom: Atom | undefined): boolean {
  return atom?.kind === 'group' && atom.form === 'call' && atom.callee === undefined;
}

function pieceOf(atom: Atom): string {
  return atom.kind === 'group' ? '' : atom.kind === 'word' ? `\${${atom.text}}` : atom.text;
}

/** How many of the last words are a label: several only where they are words of a language. */
function labelLength(atoms: readonly Atom[]): number {
  const isPlain = (atom: Atom | undefined) =>
    atom?.kind === 'word' && /^[\p{L}\p{M}()*'’-]{1,30}$/u.test(atom.text);
  let count = 1;
  while (count < 5 && isPlain(atoms.at(-count)) && isPlain(atoms.at(-count - 1))) {
    count += 1;
  }
  return count;
}

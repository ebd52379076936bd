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

/** The items between two brackets or of one line, of which the last one is not complete. */
export class Draft {
  readonly #items: Item[] = [];
  #label: string | undefined;
  #sign = '';
  #isOption = false;
  #atoms: Atom[] = [];
  #isSum = false;

  /** Whether there is a label and not yet a value. That of an option stands on its line. */
  get isWaiting(): boolean {
    return this.#label !== undefined && !this.#isOption && this.#atoms.length === 0;
  }

  word(token: Token): void {
    const { text } = token;
    const [, name] = token.isTight ? [] : (/^--?(?=\p{L})(.*)$/u.exec(text) ?? []);
    const [, header] = /^-\w{0,5}H(\S+:\s.*)$/.exec(text) ?? [];
    if (name !== undefined) {
      this.end();
      this.#label = header === undefined ? name : 'H';
      this.#isOption = true;
    }
    if (text === '+') {
      this.#isSum = true;
    } else if (name === undefined || header !== undefined) {
      this.push(header === undefined ? { kind: 'word', text } : { kind: 'text', text: header });
    }
  }

  push(atom: Atom): void {
    const before = this.#atoms.at(-1);
    if (this.#isSum && before !== undefined) {
      this.#atoms.splice(-1, 1, { kind: 'text', text: pieceOf(before) + pieceOf(atom) });
    } else {
      if (this.#isOption && before !== undefined) {
        // An option has one value.
        this.end();
      }
      this.#atoms.push(...(this.#atoms.length < maxAtoms ? [atom] : []));
    }
    this.#isSum = false;
  }

  /** The word that stands directly before a bracket, or anywhere before one that begins a block. */
  callee(bracket: Token): string | undefined {
    const atom = this.#atoms.at(-1);
    const isBlock = bracket.text === '{';
    const isNear = isBlock || (bracket.isTight && atom?.kind === 'word');
    if (!isNear || atom === undefined || atom.kind === 'group') {
      return undefined;
    }
    this.#atoms.pop();
    return atom.text;
  }

  group(group: Group): void {
    const [only] = group.items;
    const [index] = only?.atoms ?? [];
    const isIndex = group.form === 'list' && group.items.length === 1 && only?.label === undefined;
    // `headers["name"]` is a name like `headers.name`.
    const isName = isIndex && group.callee !== undefined && index?.kind !== 'group';
    this.push(isName ? { kind: 'word', text: `${group.callee}.${index?.text ?? ''}` } : group);
  }

  /** Makes a label of what stands before a separator. */
  separate(sign: string): void {
    const atom = this.#atoms.at(-1);
    const isWord = atom?.kind === 'word' && /^\p{L}[\w.]*$/u.test(atom.text);
    if (sign === '=' && this.#sign === ':' && this.#atoms.length === 1 && isWord) {
      // `name: type = value`.
      this.#atoms = [];
    } else if (atom === undefined) {
      return;
    } else if (atom.kind === 'group' || atom.text.includes('://')) {
      this.end();
    } else {
      const words = this.#atoms.splice(-labelLength(this.#atoms));
      this.end();
      this.#label = words.map((word) => (word.kind === 'group' ? '' : word.text)).join(' ');
      this.#sign = sign;
    }
  }

  end(): void {
    if (this.#label !== undefined || this.#atoms.length > 0) {
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

function pieceOf(atom: Atom): string {
  return atom.kind === 'group' ? '' : atom.kind === 'word' ? `\${${atom.text}}` : atom.text;
}

/** How many of the last words are a label: several only where they are words of a language. */
function labelLength(atoms: readonly Atom[]): number {
  const last = atoms.slice(-5);
  const isPlain = (atom: Atom) =>
    atom.kind === 'word' && /^[\p{L}\p{M}()*'’-]{1,30}$/u.test(atom.text);
  return Math.max(1, last.length - 1 - last.findLastIndex((atom) => !isPlain(atom)));
}

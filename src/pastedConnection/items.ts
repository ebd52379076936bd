import { type Atom, Draft, type Group, type Item } from './item.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Deeper brackets and lines are read as if they were not nested. */
const maxDepth = 60;

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const separator = /^(?:={1,3}|:=?|=>|->|→|\||\?\?=)$/;
const programs = /^(?:.*[\\/])?(?:curl|wget|https?|xhs?)(?:\.exe)?$/i;

/**
 * Reads any text as labels and their values. Brackets make groups in every language; outside of them it is the indent
 * of lines, `[section]` of a settings file, and the line of a command.
 */
export function readItems(source: string, level = 0): Group {
  return new Reader(tokensOf(source), level).all();
}

/** The items of a line, which are one group if it is a command. */
function asCommand(items: readonly Item[]): readonly Item[] {
  const isCommand = items.some(
    ({ isOption, atoms: [atom] }) =>
      isOption === true || (atom?.kind === 'word' && programs.test(atom.text)),
  );
  return isCommand ? [{ atoms: [{ kind: 'group', form: 'command', items }] }] : items;
}

/** The items of a command that begins with an option. */
function optionsIn({ atoms: [atom] }: Item): readonly Item[] {
  const isCommand = atom?.kind === 'group' && atom.form === 'command';
  return isCommand && atom.items[0]?.isOption === true ? atom.items : [];
}

class Reader {
  readonly #tokens: readonly Token[];
  /** How many texts in quotes are around. */
  readonly #level: number;
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], level: number) {
    this.#tokens = tokens;
    this.#level = level;
  }

  all(): Group {
    const items = [...this.#lines(0)];
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      this.#position += 1;
      const group = { kind: 'group', form: 'lines', items: this.#lines(0) } as const;
      items.push({ label: token.text.replaceAll(/["']/g, ''), atoms: [group] });
    }
    return { kind: 'group', form: 'lines', items };
  }

  /** The kind of a token after this one. At the end of a text is the end of a line. */
  #kindAt(offset: number): Token['kind'] {
    return this.#tokens[this.#position + offset]?.kind ?? 'line';
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
    let isCommand = false;
    for (let first = this.#next(); first !== undefined; first = this.#next()) {
      if (first.column < indent || first.kind === 'section') {
        break;
      }
      if (first.text === '-' && this.#kindAt(1) !== 'line') {
        this.#position += 1;
        const column = this.#next()?.column ?? 0;
        const entry = this.#nested('lines', () => this.#lines(column));
        // The words of a command can be a list.
        const [option, ...others] = entry.items.flatMap(optionsIn);
        isCommand ||= option !== undefined;
        items.push(...(option === undefined ? [{ atoms: [entry] }] : [option, ...others]));
      } else {
        items.push(...asCommand(this.#items(undefined, first.column)));
      }
    }
    return isCommand ? asCommand(items) : items;
  }

  #nested(form: Group['form'], read: () => readonly Item[]): Group {
    this.#depth += 1;
    const items = this.#depth > maxDepth ? [] : read();
    this.#depth -= 1;
    return { kind: 'group', form, items };
  }

  /** What is between brackets, up to the one that closes them; or one line, with the lines below its label. */
  #items(close: string | undefined, indent: number): readonly Item[] {
    const draft = new Draft();
    for (
      let token = this.#tokens[this.#position];
      token !== undefined;
      token = this.#tokens[this.#position]
    ) {
      if (token.kind === 'line') {
        if (close === undefined && !this.#isLineContinued(draft, indent)) {
          break;
        }
        if (!draft.isWaiting && !this.#isChain()) {
          draft.end();
        }
        this.#position += 1;
      } else if (/^[)\]}]$/.test(token.text) && close !== undefined) {
        // A bracket that belongs to one outside closes this one, too.
        this.#position += token.text === close ? 1 : 0;
        break;
      } else {
        this.#position += 1;
        if (close === undefined && /^(?:;|&&)$/.test(token.text)) {
          break;
        }
        this.#take(token, draft, close !== undefined);
      }
    }
    return draft.finished();
  }

  /** Whether the next line is about the same value: nested in it, the value itself, or a further call. */
  #isLineContinued(draft: Draft, indent: number): boolean {
    if (!draft.isWaiting) {
      return this.#isChain();
    }
    const first = this.#next();
    if (first === undefined || first.kind === 'section') {
      return false;
    }
    if (first.column > indent || (first.text === '-' && first.column === indent)) {
      draft.push(this.#nested('lines', () => this.#lines(first.column)));
      return false;
    }
    // A label can stand above its value.
    const isAlone = this.#kindAt(1) === 'line' && first.kind !== 'mark';
    this.#position -= isAlone ? 1 : 0;
    return isAlone;
  }

  #isChain(): boolean {
    const { text = '' } = this.#tokens[this.#position + 1] ?? {};
    return /^\??\.\w|^::|^->$/.test(text);
  }

  #take(token: Token, draft: Draft, isInBrackets: boolean): void {
    const close = closing.get(token.text);
    if (token.kind === 'quoted' && !/^--[a-z][\w-]*$/.test(token.text)) {
      draft.push(this.#quoted(token.text));
    } else if (token.kind === 'word' || token.kind === 'quoted') {
      draft.word(token);
    } else if (close !== undefined) {
      const callee = draft.callee(token);
      const form = close === ')' ? 'call' : close === '}' ? 'record' : 'list';
      draft.group({ ...this.#nested(form, () => this.#items(close, 0)), callee });
    } else if (separator.test(token.text)) {
      // `|` also ends the row of a table, and stands before lines of text in YAML.
      if (token.text !== '|' || this.#kindAt(0) !== 'line') {
        draft.separate(token.text);
      }
    } else if (token.text === ';' || (token.text === ',' && isInBrackets)) {
      // On a line, a comma stands between values or in a sentence.
      draft.end();
    }
  }

  /** A text in quotes can hold a text of its own: the body of a request, or an assignment. */
  #quoted(text: string): Atom {
    const isBody = /^\s*(?:\[\s*)?\{(?:[^\S\n]*\n|\s*(?:["'\\}]|\w+\s*:))/.test(text);
    if (this.#level > 1 || !(isBody || /^[A-Z][A-Z\d]*_[A-Z\d_]{1,80}=/.test(text))) {
      return { kind: 'text', text };
    }
    const group = readItems(text, this.#level + 1);
    const [atom] = group.items.length === 1 ? (group.items[0]?.atoms ?? []) : [];
    const inner = isBody && atom?.kind === 'group' ? atom : group;
    return inner.items.length === 0 ? { kind: 'text', text } : { ...inner, isQuoted: isBody };
  }
}

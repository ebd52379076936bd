import { type CodeToken, codeTokens } from './codeTokens.ts';

/** An expression of a program, as far as it matters here. */
export type CodeValue =
  | { readonly kind: 'text'; readonly parts: readonly (string | CodeValue)[] }
  | { readonly kind: 'literal'; readonly value: number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly CodeValue[] }
  | { readonly kind: 'record'; readonly entries: readonly CodeEntry[] }
  /** A variable or a member of one: `client`, `process.env.X`. */
  | { readonly kind: 'name'; readonly path: string }
  | CodeCall
  /** The first of them, or the second if there is no first. */
  | { readonly kind: 'either'; readonly first: CodeValue; readonly second: CodeValue };

/** `name: value`, `name = value` or `'name' => value`. */
export type CodeEntry = readonly [name: string, value: CodeValue];

/** A call, or the making of an object. */
export interface CodeCall {
  readonly kind: 'call';
  readonly callee: string;
  readonly args: readonly CodeValue[];
  readonly named: readonly CodeEntry[];
}

/** What a program says, without its order of execution. */
export interface Code {
  /** What was assigned, by the path it was assigned to; the last one counts. */
  readonly scope: ReadonlyMap<string, CodeValue>;
  readonly calls: readonly CodeCall[];
  /** Lists and objects that are part of nothing else. */
  readonly values: readonly CodeValue[];
  /** Pairs outside brackets: parts of an object that were copied without it. */
  readonly entries: readonly CodeEntry[];
}

/** Deeper brackets are passed over. */
const maxDepth = 60;

/** Paths are cut to this. */
const maxPathLength = 300;

const nothing: CodeValue = { kind: 'literal', value: null };
const literals = new Map<string, number | boolean | null>([
  ['true', true],
  ['True', true],
  ['$true', true],
  ['false', false],
  ['False', false],
  ['$false', false],
  ['null', null],
  ['None', null],
  ['nil', null],
  ['undefined', null],
]);
const keywords = new Set([
  'new',
  'await',
  'return',
  'yield',
  'async',
  'not',
  'typeof',
  'const',
  'let',
  'var',
  'export',
]);
const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Reads a program or a part of one, in JavaScript, Python, JSON or their like. Accepts anything; evaluates nothing. */
export function readProgram(source: string): Code {
  const scope = new Map<string, CodeValue>();
  const calls: CodeCall[] = [];
  const { items, entries } = new Parser(codeTokens(source), { scope, calls }).all();
  const values = items.filter(({ kind }) => kind === 'record' || kind === 'list');
  return { scope, calls, values, entries };
}

interface Group {
  readonly items: readonly CodeValue[];
  readonly entries: readonly CodeEntry[];
}

interface Found {
  readonly scope: Map<string, CodeValue>;
  readonly calls: CodeCall[];
}

/** Goes through the tokens once. */
class Parser {
  readonly #tokens: readonly CodeToken[];
  readonly #found: Found;
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly CodeToken[], found: Found) {
    this.#tokens = tokens;
    this.#found = found;
  }

  /** Everything that there is. */
  all(): Group {
    return this.#group();
  }

  /** The first expression. */
  one(): CodeValue | undefined {
    return this.#expression();
  }

  #markAt(offset = 0): string | undefined {
    const token = this.#tokens[this.#position + offset];
    return token?.kind === 'mark' ? token.text : undefined;
  }

  /** Everything up to the closing bracket, which is taken as well, or up to the end. */
  #group(close?: string): Group {
    const items: CodeValue[] = [];
    const entries: CodeEntry[] = [];
    while (this.#position < this.#tokens.length) {
      const mark = this.#markAt();
      if (mark === close && close !== undefined) {
        this.#position += 1;
        break;
      }
      if (mark !== undefined && /^[)\]}]$/.test(mark)) {
        // A bracket that belongs to one outside, or to none.
        if (close !== undefined) {
          break;
        }
        this.#position += 1;
        continue;
      }
      const value = this.#expression();
      if (value === undefined) {
        this.#position += 1;
      } else {
        this.#pair(value, close, { items, entries });
      }
    }
    return { items, entries };
  }

  /** Takes what follows a name: its value, or nothing. */
  #pair(
    left: CodeValue,
    close: string | undefined,
    { items, entries }: { items: CodeValue[]; entries: CodeEntry[] },
  ): void {
    const name = nameOf(left);
    const mark = this.#markAt();
    const isPair = mark === '=' || mark === ':=' || mark === ':' || mark === '=>' || mark === '??=';
    if (name === undefined || !isPair) {
      items.push(left);
      return;
    }
    this.#position += 1;
    let isAssigned = close === undefined || (close !== ')' && /^(?:=|:=|\?\?=)$/.test(mark));
    let value = this.#expression() ?? nothing;
    if (mark === ':' && this.#markAt() === '=' && left.kind === 'name') {
      // What followed the colon was a type.
      this.#position += 1;
      isAssigned = close !== ')';
      value = this.#expression() ?? nothing;
    }
    if (left.kind === 'name' && isAssigned) {
      this.#found.scope.set(left.path, value);
    }
    entries.push([name, value]);
  }

  #expression(): CodeValue | undefined {
    let left = this.#operand();
    while (left !== undefined) {
      const mark = this.#markAt();
      const token = this.#tokens[this.#position];
      const isOr =
        mark === '||' || mark === '??' || (token?.kind === 'name' && token.text === 'or');
      if (mark !== '+' && !isOr) {
        return left;
      }
      this.#position += 1;
      const right = this.#operand();
      if (right === undefined) {
        return left;
      }
      left = isOr
        ? { kind: 'either', first: left, second: right }
        : { kind: 'text', parts: [left, right] };
    }
    return left;
  }

  #operand(): CodeValue | undefined {
    this.#passKeywords();
    const token = this.#tokens[this.#position];
    if (token === undefined) {
      return undefined;
    }
    if (token.kind === 'mark') {
      return closing.has(token.text) ? this.#bracket(token.text) : undefined;
    }
    this.#position += 1;
    switch (token.kind) {
      case 'text':
        return this.#suffixed(textValue(token.text, token.form, this.#found));
      case 'number':
        return { kind: 'literal', value: token.value };
      case 'name': {
        const literal = literals.get(token.text);
        return literal === undefined
          ? this.#suffixed({ kind: 'name', path: token.text })
          : { kind: 'literal', value: literal };
      }
    }
  }

  /** `new` and its like say nothing here, unless they are names of fields. */
  #passKeywords(): void {
    for (
      let token = this.#tokens[this.#position];
      token?.kind === 'name' && keywords.has(token.text);
      token = this.#tokens[this.#position]
    ) {
      if (/^[)\]},;:=]$/.test(this.#markAt(1) ?? '')) {
        return;
      }
      this.#position += 1;
    }
  }

  #bracket(open: string): CodeValue {
    this.#position += 1;
    const { items, entries } = this.#inside(open);
    const [only] = items;
    if (open === '(' && entries.length === 0 && items.length === 1 && only !== undefined) {
      return only;
    }
    return entries.length > 0 || open === '{'
      ? { kind: 'record', entries: [...entries, ...items.flatMap(shorthand)] }
      : { kind: 'list', items };
  }

  #inside(open: string): Group {
    if (this.#depth >= maxDepth) {
      this.#passOver();
      return { items: [], entries: [] };
    }
    this.#depth += 1;
    const found = this.#group(closing.get(open));
    this.#depth -= 1;
    return found;
  }

  /** To the bracket that closes the one before. */
  #passOver(): void {
    for (let open = 1; this.#position < this.#tokens.length && open > 0; this.#position += 1) {
      const mark = this.#markAt() ?? '';
      open += /^[([{]$/.test(mark) ? 1 : /^[)\]}]$/.test(mark) ? -1 : 0;
    }
  }

  /** A value with the members, indexes and calls after it. */
  #suffixed(start: CodeValue): CodeValue {
    let value = start;
    for (;;) {
      const mark = this.#markAt();
      const token = this.#tokens[this.#position];
      const next = this.#tokens[this.#position + 1];
      if (mark !== undefined && /^(?:\.|\?\.|::|->)$/.test(mark) && next?.kind === 'name') {
        this.#position += 2;
        value = { kind: 'name', path: joined(pathOf(value), next.text) };
      } else if (mark === '!' && value.kind === 'name') {
        this.#position += 1;
      } else if (mark === '(' && token?.isOnNewLine === false && value.kind !== 'text') {
        this.#position += 1;
        const { items, entries } = this.#inside('(');
        value = this.#call(pathOf(value), items, entries);
      } else if (
        mark === '[' &&
        token?.isOnNewLine === false &&
        next?.kind === 'text' &&
        this.#markAt(2) === ']'
      ) {
        this.#position += 3;
        value = { kind: 'name', path: joined(pathOf(value), next.text) };
      } else if (
        mark === '{' &&
        token?.isOnNewLine === false &&
        value.kind !== 'text' &&
        isTypeName(pathOf(value))
      ) {
        this.#position += 1;
        const { items, entries } = this.#inside('{');
        const before = value.kind === 'call' ? value : undefined;
        value = this.#call(
          pathOf(value),
          [...(before?.args ?? []), ...items],
          [...(before?.named ?? []), ...entries],
        );
      } else {
        return value;
      }
    }
  }

  #call(callee: string, args: readonly CodeValue[], named: readonly CodeEntry[]): CodeCall {
    const made: CodeCall = { kind: 'call', callee, args, named };
    this.#found.calls.push(made);
    return made;
  }
}

function joined(path: string, member: string): string {
  return `${path}.${member}`.slice(-maxPathLength);
}

function pathOf(value: CodeValue): string {
  return value.kind === 'name' ? value.path : value.kind === 'call' ? value.callee : '';
}

/** The name of a class or of a structure: `Client`, `openai.ClientOptions`. */
function isTypeName(path: string): boolean {
  return /^\p{Lu}/u.test(path.slice(path.lastIndexOf('.') + 1));
}

/** What a value is called if it stands left of a colon or an equals sign. */
function nameOf(value: CodeValue): string | undefined {
  if (value.kind === 'name') {
    return value.path.slice(value.path.lastIndexOf('.') + 1);
  }
  return value.kind === 'text' && value.parts.every((part) => typeof part === 'string')
    ? value.parts.join('')
    : undefined;
}

/** `{ apiKey }` means `{ apiKey: apiKey }`. */
function shorthand(value: CodeValue): readonly CodeEntry[] {
  return value.kind === 'name' && /^\w+$/.test(value.path) ? [[value.path, value]] : [];
}

const inTemplate = /\$\{([^{}]{0,300})\}/g;
const inFormat = /\{([^{}]{0,300})\}/g;

/** A text, with the expressions in it. These have no templates of their own. */
function textValue(text: string, form: 'plain' | 'template' | 'format', found: Found): CodeValue {
  if (form === 'plain') {
    return { kind: 'text', parts: [text] };
  }
  const parts: (string | CodeValue)[] = [];
  let copied = 0;
  for (const match of text.matchAll(form === 'template' ? inTemplate : inFormat)) {
    const [whole, inner = ''] = match;
    // A template in a template is a plain text.
    const tokens = codeTokens(inner, { hasTemplates: false });
    parts.push(text.slice(copied, match.index), new Parser(tokens, found).one() ?? nothing);
    copied = match.index + whole.length;
  }
  return { kind: 'text', parts: [...parts, text.slice(copied)] };
}

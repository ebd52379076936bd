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
  const { items, entries } = createParser(codeTokens(source), { scope, calls }).all();
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

function createParser(tokens: readonly CodeToken[], { scope, calls }: Found) {
  let position = 0;
  let depth = 0;

  const markAt = (offset = 0): string | undefined => {
    const token = tokens[position + offset];
    return token?.kind === 'mark' ? token.text : undefined;
  };

  /** Everything up to the closing bracket, which is taken as well, or up to the end. */
  const group = (close?: string): Group => {
    const items: CodeValue[] = [];
    const entries: CodeEntry[] = [];
    while (position < tokens.length) {
      const mark = markAt();
      if (mark === close && close !== undefined) {
        position += 1;
        break;
      }
      if (mark !== undefined && /^[)\]}]$/.test(mark)) {
        // A bracket that belongs to one outside, or to none.
        if (close !== undefined) {
          break;
        }
        position += 1;
        continue;
      }
      const value = expression();
      if (value === undefined) {
        position += 1;
      } else {
        pair(value, close, { items, entries });
      }
    }
    return { items, entries };
  };

  /** Takes what follows a name: its value, or nothing. */
  const pair = (
    left: CodeValue,
    close: string | undefined,
    { items, entries }: { items: CodeValue[]; entries: CodeEntry[] },
  ): void => {
    const name = nameOf(left);
    const mark = markAt();
    const isPair = mark === '=' || mark === ':=' || mark === ':' || mark === '=>' || mark === '??=';
    if (name === undefined || !isPair) {
      items.push(left);
      return;
    }
    position += 1;
    let isAssigned = close === undefined || (close !== ')' && /^(?:=|:=|\?\?=)$/.test(mark));
    let value = expression() ?? nothing;
    if (mark === ':' && markAt() === '=' && left.kind === 'name') {
      // What followed the colon was a type.
      position += 1;
      isAssigned = close !== ')';
      value = expression() ?? nothing;
    }
    if (left.kind === 'name' && isAssigned) {
      scope.set(left.path, value);
    }
    entries.push([name, value]);
  };

  const expression = (): CodeValue | undefined => {
    let left = operand();
    while (left !== undefined) {
      const mark = markAt();
      const token = tokens[position];
      const isOr =
        mark === '||' || mark === '??' || (token?.kind === 'name' && token.text === 'or');
      if (mark !== '+' && !isOr) {
        return left;
      }
      position += 1;
      const right = operand();
      if (right === undefined) {
        return left;
      }
      left = isOr
        ? { kind: 'either', first: left, second: right }
        : { kind: 'text', parts: [left, right] };
    }
    return left;
  };

  const operand = (): CodeValue | undefined => {
    const token = tokens[position];
    if (token === undefined) {
      return undefined;
    }
    if (token.kind === 'name' && keywords.has(token.text)) {
      position += 1;
      return position < tokens.length && !/^[)\]},;:=]$/.test(markAt() ?? '')
        ? operand()
        : { kind: 'name', path: token.text };
    }
    if (token.kind === 'mark') {
      return closing.has(token.text) ? bracket(token.text) : undefined;
    }
    position += 1;
    switch (token.kind) {
      case 'text':
        return suffixed(textValue(token.text, token.form, scope, calls));
      case 'number':
        return { kind: 'literal', value: token.value };
      case 'name': {
        const literal = literals.get(token.text);
        return literal === undefined
          ? suffixed({ kind: 'name', path: token.text })
          : { kind: 'literal', value: literal };
      }
    }
  };

  const bracket = (open: string): CodeValue => {
    position += 1;
    const { items, entries } = inside(open);
    const [only] = items;
    if (open === '(' && entries.length === 0 && items.length === 1 && only !== undefined) {
      return only;
    }
    return entries.length > 0 || open === '{'
      ? { kind: 'record', entries: [...entries, ...items.flatMap(shorthand)] }
      : { kind: 'list', items };
  };

  const inside = (open: string): Group => {
    if (depth >= maxDepth) {
      passOver();
      return { items: [], entries: [] };
    }
    depth += 1;
    const found = group(closing.get(open));
    depth -= 1;
    return found;
  };

  /** To the bracket that closes the one before. */
  const passOver = (): void => {
    for (let open = 1; position < tokens.length && open > 0; position += 1) {
      const mark = markAt() ?? '';
      open += /^[([{]$/.test(mark) ? 1 : /^[)\]}]$/.test(mark) ? -1 : 0;
    }
  };

  /** A value with the members, indexes and calls after it. */
  const suffixed = (start: CodeValue): CodeValue => {
    let value = start;
    for (;;) {
      const mark = markAt();
      const token = tokens[position];
      const next = tokens[position + 1];
      if (mark !== undefined && /^(?:\.|\?\.|::|->)$/.test(mark) && next?.kind === 'name') {
        position += 2;
        value = { kind: 'name', path: joined(pathOf(value), next.text) };
      } else if (mark === '!' && value.kind === 'name') {
        position += 1;
      } else if (mark === '(' && token?.isOnNewLine === false && value.kind !== 'text') {
        position += 1;
        const { items, entries } = inside('(');
        value = call(pathOf(value), items, entries);
      } else if (
        mark === '[' &&
        token?.isOnNewLine === false &&
        next?.kind === 'text' &&
        markAt(2) === ']'
      ) {
        position += 3;
        value = { kind: 'name', path: joined(pathOf(value), next.text) };
      } else if (
        mark === '{' &&
        token?.isOnNewLine === false &&
        value.kind !== 'text' &&
        isTypeName(pathOf(value))
      ) {
        position += 1;
        const { items, entries } = inside('{');
        const before = value.kind === 'call' ? value : undefined;
        value = call(
          pathOf(value),
          [...(before?.args ?? []), ...items],
          [...(before?.named ?? []), ...entries],
        );
      } else {
        return value;
      }
    }
  };

  const call = (
    callee: string,
    args: readonly CodeValue[],
    named: readonly CodeEntry[],
  ): CodeCall => {
    const made: CodeCall = { kind: 'call', callee, args, named };
    calls.push(made);
    return made;
  };

  return { all: () => group(), one: () => expression() };
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
function textValue(
  text: string,
  form: 'plain' | 'template' | 'format',
  scope: Map<string, CodeValue>,
  calls: CodeCall[],
): CodeValue {
  if (form === 'plain') {
    return { kind: 'text', parts: [text] };
  }
  const parts: (string | CodeValue)[] = [];
  let copied = 0;
  for (const found of text.matchAll(form === 'template' ? inTemplate : inFormat)) {
    const [whole, inner = ''] = found;
    const tokens = codeTokens(inner).map((token) =>
      token.kind === 'text' ? { ...token, form: 'plain' as const } : token,
    );
    parts.push(
      text.slice(copied, found.index),
      createParser(tokens, { scope, calls }).one() ?? nothing,
    );
    copied = found.index + whole.length;
  }
  return { kind: 'text', parts: [...parts, text.slice(copied)] };
}

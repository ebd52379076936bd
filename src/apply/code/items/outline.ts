import { textLines } from '../../lines/textLines.ts';
import {
  attributes,
  bodies,
  comments,
  containers,
  ignored,
  imports,
  wrappers,
} from './grammars.ts';
import type { SyntaxNode, SyntaxTree } from '../syntax.ts';

/** A part of a text that has siblings: a declaration, an import, a statement, a comment that stands alone. */
export interface Item {
  readonly kind: 'import' | 'named' | 'statement' | 'comment';
  /** What tells it from its siblings, as far as anything does. */
  readonly key: string;
  readonly name: string;
  /** The lines from the comments before it to the one after it, counted from 0. */
  readonly from: number;
  readonly to: number;
  /** The first line of itself, with its decorators. */
  readonly own: number;
  /** The text before its body, or all of it, without white space. */
  readonly head: string;
  /** The words before its name, decorators included. */
  readonly modifiers: readonly string[];
  /** The first line of its body and the one after it, without the lines that its braces are on. */
  readonly body?: { readonly from: number; readonly to: number } | undefined;
  /** What its body has; undefined if it is no container. */
  readonly members?: readonly Item[] | undefined;
  /** Whether it has its lines for itself. */
  readonly isAlone: boolean;
  readonly hasError: boolean;
}

/** Where the lines of a text are. */
interface Lines {
  readonly text: string;
  readonly lineAt: (position: number) => number;
  readonly marks: ReadonlySet<number>;
}

/** The parts of a text, in its order. Comments that begin on the lines `marks` are none of them. */
export function outline(
  text: string,
  { root }: SyntaxTree,
  marks: ReadonlySet<number> = new Set(),
): readonly Item[] {
  const starts = textLines(text).map(({ start }) => start);
  const lineAt = (position: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (starts[middle] ?? 0) <= position ? [middle, high] : [low, middle];
    }
    return low;
  };
  return itemsOf(root, { text, lineAt, marks });
}

/** A node with the comments and attributes that are part of it. */
interface Group {
  readonly before: readonly SyntaxNode[];
  readonly node: SyntaxNode;
}

function itemsOf(parent: SyntaxNode, lines: Lines): readonly Item[] {
  const nodes = parent.children.filter(
    ({ type, start }) =>
      !ignored.has(type) && !(comments.has(type) && lines.marks.has(lines.lineAt(start))),
  );
  const items = groups(nodes, lines).map((group) => itemOf(group, lines));
  return items.map((item, at) => besides(item, items[at - 1], items[at + 1]));
}

/** An item that shares a line with one of its neighbours does not have its lines for itself. */
function besides(item: Item, before: Item | undefined, after: Item | undefined): Item {
  const isFree = item.from >= (before?.to ?? 0) && item.to <= (after?.from ?? Infinity);
  return isFree ? item : { ...item, isAlone: false };
}

/** Comments right above a node, and its attributes, go with it; one at the end of its last line does too. */
function groups(nodes: readonly SyntaxNode[], { lineAt, text }: Lines): readonly Group[] {
  const found: Group[] = [];
  let open: SyntaxNode[] = [];
  const flush = (): void => {
    open.forEach((node) => found.push({ before: [], node }));
    open = [];
  };
  let lastLine = -1;
  for (const node of nodes) {
    const isComment = comments.has(node.type);
    if (isComment && lineAt(node.start) === lastLine) {
      continue;
    }
    const last = open.at(-1);
    const isFar = last !== undefined && lineAt(node.start) > lineAt(endOf(last, text)) + 1;
    if (isFar && comments.has(last.type)) {
      flush();
    }
    if (isComment || attributes.has(node.type)) {
      open.push(node);
    } else {
      found.push({ before: open, node });
      open = [];
      lastLine = lineAt(endOf(node, text));
    }
  }
  flush();
  return found;
}

/** The last position of a node that is not white space: some grammars have a comment's line break in it. */
function endOf({ start, end }: SyntaxNode, text: string): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] ?? '')) {
    at -= 1;
  }
  return Math.max(start, at - 1);
}

function itemOf({ before, node }: Group, lines: Lines): Item {
  const { text, lineAt } = lines;
  const { path, defining, body } = definingNode(node);
  const named = nameOf(path, text);
  const first = before.find(({ type }) => attributes.has(type)) ?? node;
  const last = endOf(node, text);
  const own = lineAt(first.start);
  const to = lineAt(last) + 1;
  const headEnd = body?.start ?? node.end;
  const nameStart = named?.at ?? headEnd;
  const isContainer = body !== undefined && containers.has(defining.type);
  const kind = kindOf(node, named !== undefined, text);
  const name =
    kind === 'named'
      ? (named?.name ?? '')
      : text.slice(node.start, Math.min(node.end, node.start + 100));
  const members = isContainer ? membersOf(body, lines) : undefined;
  return {
    kind,
    name,
    key: kind === 'named' ? (named?.key ?? '') : keyOf(kind, node, text),
    from: lineAt((before[0] ?? node).start),
    to,
    own,
    head: text.slice(first.start, headEnd).replaceAll(/\s+/g, ''),
    modifiers: modifiersOf(text.slice(first.start, nameStart)),
    body: body && bodyLines(body, lines),
    members,
    isAlone: isAlone((before[0] ?? node).start, last, lines),
    hasError: node.hasError || before.some(({ hasError }) => hasError),
  };
}

/** Members of an enum in Java are in a node of their own behind the constants. */
function membersOf(body: SyntaxNode, lines: Lines): readonly Item[] {
  const children = body.children.flatMap((child) =>
    child.type === 'enum_body_declarations' ? child.children : [child],
  );
  return itemsOf({ ...body, children }, lines);
}

function isAlone(start: number, last: number, { text }: Lines): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', last);
  const after = text.slice(last + 1, lineEnd === -1 ? undefined : lineEnd);
  return (
    /^[\ufeff\s]*(?:<\?php\s*)?$/.test(text.slice(lineStart, start)) &&
    /^\s*(?:[;,]\s*)?(?:(?:\/\/|#|\/\*).*)?\r?$/.test(after)
  );
}

/** The node that has name and body, and those it is wrapped in, from the outside. */
function definingNode(node: SyntaxNode): {
  readonly path: readonly SyntaxNode[];
  readonly defining: SyntaxNode;
  readonly body: SyntaxNode | undefined;
} {
  const path = [node];
  let defining = node;
  for (;;) {
    const fields = wrappers.get(defining.type);
    const inner = fields && innerNode(defining, fields);
    if (inner === undefined) {
      break;
    }
    path.push(inner);
    defining = inner;
  }
  const body =
    defining.type === 'object'
      ? defining
      : (defining.children.find(({ field }) => field === 'body') ??
        defining.children.find(({ type }) => bodies.has(type) && containers.has(defining.type)));
  return { path, defining, body };
}

function innerNode(node: SyntaxNode, fields: readonly string[]): SyntaxNode | undefined {
  const children = node.children.filter(
    ({ type }) =>
      !comments.has(type) &&
      !attributes.has(type) &&
      type !== 'modifiers' &&
      !type.endsWith('_modifier'),
  );
  if (fields.length > 0) {
    const inner = children.filter(({ field }) => field !== undefined && fields.includes(field));
    return inner.length === 1 ? inner[0] : undefined;
  }
  return children.length === 1 ? children[0] : undefined;
}

/** The name that a node gives to something, where it is, and what tells it from others. */
function nameOf(
  path: readonly SyntaxNode[],
  text: string,
): { readonly name: string; readonly key: string; readonly at: number } | undefined {
  for (const node of path) {
    const found = nameNode(node);
    if (found !== undefined) {
      // In Go, one field of several names.
      const all = node.children.filter(({ field }) => field === 'name' && field === found.field);
      const name = (all.length > 1 ? all : [found])
        .map(({ start, end }) => text.slice(start, end))
        .join(', ')
        .slice(0, 300);
      return { name, key: qualified(node, name, text, found.start), at: found.start };
    }
    if (
      node.type === 'impl_item' ||
      (containers.has(node.type) &&
        /^(?:media|supports|keyframes|at_rule|keyframe)/.test(node.type))
    ) {
      const body = node.children.find(({ field, type }) => field === 'body' || bodies.has(type));
      const head = text
        .slice(node.start, body?.start ?? node.end)
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, 300);
      return { name: head, key: head, at: node.start };
    }
  }
  const [outer] = path;
  if (
    outer?.type === 'export_statement' &&
    /^export\s+default\b/.test(text.slice(outer.start, outer.start + 40))
  ) {
    return { name: 'default', key: 'default', at: outer.start + 6 };
  }
  const several =
    outer?.children.filter(({ type }) => /(?:declarator|_spec|_element)$/.test(type)) ?? [];
  const names = several.flatMap((one) => nameNode(one) ?? []);
  const [first] = names;
  if (first !== undefined && names.length > 1) {
    const name = names
      .map(({ start, end }) => text.slice(start, end))
      .join(', ')
      .slice(0, 300);
    return { name, key: name, at: first.start };
  }
  return undefined;
}

const nameFields: ReadonlySet<string> = new Set(['name', 'left', 'key', 'property']);

/** Statements that have a field `name` and give none. */
const nameless: ReadonlySet<string> = new Set([
  'command',
  'call',
  'import_statement',
  'import_from_statement',
  'member_expression',
  'call_expression',
]);

function nameNode({ type, children }: SyntaxNode): SyntaxNode | undefined {
  if (nameless.has(type)) {
    return undefined;
  }
  const field = children.find((child) => child.field !== undefined && nameFields.has(child.field));
  const own = ['property_element', 'const_element', 'declaration', 'rule_set'].includes(type);
  return field ?? (own ? children.find(({ type: one }) => !comments.has(one)) : undefined);
}

/** The name with what else tells things of one name apart. */
function qualified(node: SyntaxNode, name: string, text: string, at: number): string {
  const before = text.slice(node.start, at);
  const plain = name.replaceAll(/\s+/g, ' ');
  switch (node.type) {
    case 'interface_declaration':
    case 'type_alias_declaration':
      return `type ${plain}`;
    case 'method_definition': {
      const [, kind = ''] = /\b(get|set)\s+$/.exec(before.slice(-100)) ?? [];
      return `${/\bstatic\b/.test(before) ? 'static ' : ''}${kind} ${plain}`.trim();
    }
    case 'method_declaration': {
      const receiver = node.children.find(({ field }) => field === 'receiver');
      const written = receiver && text.slice(receiver.start, receiver.end).slice(0, 300);
      const type =
        /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?:\[[^\][]{0,200}\])?\s{0,20}\)$/u.exec(
          written ?? '',
        )?.[1];
      return receiver === undefined ? `method ${plain}` : `${type ?? ''}.${plain}`;
    }
    case 'constructor_declaration':
      return `constructor ${plain}`;
    case 'singleton_method':
      return `self.${plain}`;
    default:
      return plain;
  }
}

function kindOf(node: SyntaxNode, isNamed: boolean, text: string): Item['kind'] {
  if (comments.has(node.type)) {
    return 'comment';
  }
  const own = text.slice(node.start, Math.min(node.end, node.start + 1000));
  const isReexport =
    node.type === 'export_statement' && node.children.some(({ field }) => field === 'source');
  const isRequired =
    /^(?:const|let|var)\s[^=\n]{1,200}=\s*require\(|^require(?:_relative)?[ (]|^(?:source|\.) /.test(
      own,
    );
  if (imports.has(node.type) || isReexport || isRequired) {
    return 'import';
  }
  return isNamed ? 'named' : 'statement';
}

/** What tells things without a name apart: where an import is from, how a statement begins, all of a comment. */
function keyOf(kind: Item['kind'], node: SyntaxNode, text: string): string {
  const own = text.slice(node.start, Math.min(node.end, node.start + 4000)).trim();
  if (kind === 'comment') {
    return `comment ${own.replaceAll(/\s+/g, ' ')}`;
  }
  const plain = own.replaceAll(/\s+/g, ' ');
  if (kind === 'import') {
    return importKey(plain);
  }
  const [, call, first = ''] =
    /^([^(={]{1,200})\(\s?("[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`)?/.exec(plain) ?? [];
  return `statement ${call === undefined ? plain.slice(0, 200) : call + first}`;
}

function importKey(plain: string): string {
  const [, source] =
    /(?:\bfrom |\brequire(?:_relative)?[ (]{1,2}|^import )\(?(["'][^"']{1,300}["'])/.exec(plain) ??
    [];
  const [word = ''] = plain.split(' ', 1);
  if (source !== undefined) {
    const [, type = ''] = /^(?:import|export) (type) /.exec(plain) ?? [];
    const star = /^(?:import|export)(?: type)? \*/.test(plain) ? '*' : '';
    return `${word} ${type}${star} ${source.slice(1, -1)}`;
  }
  const [, module] = /^from (\S{1,300}) import/.exec(plain) ?? [];
  if (module !== undefined) {
    return `from ${module}`;
  }
  return plain
    .replace(/\{.*/, '')
    .replace(/^import \(.*/, 'import')
    .slice(0, 300);
}

const knownModifiers =
  /\b(?:export|default|pub|public|private|protected|internal|static|abstract|declare|override|final|readonly|unsafe|extern)\b|@[\w.]{1,100}|#!?\[[\w:]{1,100}/g;

function modifiersOf(before: string): readonly string[] {
  return before.slice(0, 2000).match(knownModifiers) ?? [];
}

/** Without braces, comments right after the head or at the end are part of the body too. */
function bodyLines(
  { start, end }: SyntaxNode,
  { text, lineAt }: Lines,
): { from: number; to: number } {
  const last = lineAt(Math.max(start, end - 1));
  if (/[{(]/.test(text[start] ?? '')) {
    return { from: lineAt(start) + 1, to: last };
  }
  let from = lineAt(start);
  let lineStart = text.lastIndexOf('\n', start - 1) + 1;
  while (lineStart > 0) {
    const before = text.lastIndexOf('\n', lineStart - 2) + 1;
    if (!/^\s*(?:#.*)?$/.test(text.slice(before, lineStart - 1))) {
      break;
    }
    lineStart = before;
    from -= 1;
  }
  return { from, to: last + 1 };
}

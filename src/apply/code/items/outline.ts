import { isBlank } from '../../lines/blankLines.ts';
import { textLines } from '../../lines/textLines.ts';
import {
  attributes,
  bodies,
  comments,
  containers,
  ignored,
  ownBodies,
  wrappers,
} from './grammars.ts';
import type { SyntaxNode, SyntaxTree } from '../syntax.ts';
import { type Item, itemOf } from './item.ts';
import { suiteOf } from './lineItems.ts';
import { keyOf, kindOf, modifiersOf, nameOf } from './itemNames.ts';

/** Where the lines of a text are. */
interface Lines {
  readonly text: string;
  readonly texts: readonly string[];
  /** Where each line starts. */
  readonly starts: readonly number[];
  readonly lineAt: (position: number) => number;
  readonly marks: ReadonlySet<number>;
}

/** The parts of a text, in its order. Comments that begin on the lines `marks` are none of them. */
export function outline(
  text: string,
  { root }: SyntaxTree,
  marks: ReadonlySet<number> = new Set(),
): readonly Item[] {
  const all = textLines(text);
  const starts = all.map(({ start }) => start);
  const lineAt = (position: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (starts[middle] ?? 0) <= position ? [middle, high] : [low, middle];
    }
    return low;
  };
  const texts = all.map((line) => line.text);
  return itemsOf(root, { text, texts, starts, lineAt, marks });
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
  const items: Item[] = [];
  for (const group of groups(nodes, lines)) {
    const read = readItem(group, lines);
    const item = read.kind === 'statement' ? suiteOf(lines.texts, read) : read;
    const last = items.at(-1);
    if (last !== undefined && item.from < last.to) {
      items[items.length - 1] = joined(last, item, lines);
    } else {
      items.push(item);
    }
  }
  return items;
}

/** Two that share a line are one. */
function joined(one: Item, other: Item, { text, starts }: Lines): Item {
  const to = Math.max(one.to, other.to);
  const own = text.slice(starts[one.own], starts[to]).trim();
  return {
    ...itemOf({
      kind: one.kind === 'import' && other.kind === 'import' ? 'import' : 'statement',
      key: own.replaceAll(/\s+/g, ' '),
      head: own,
      from: one.from,
      own: one.own,
      to,
    }),
    name: one.name,
  };
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

function readItem({ before, node }: Group, lines: Lines): Item {
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
  const within = body && bodyLines(body, lines);
  const members = isContainer && within ? membersOf(body, within.from, lines) : undefined;
  const hasLines =
    within !== undefined &&
    within.from <= within.to &&
    (members ?? []).every(({ from, to: end }) => from >= within.from && end <= within.to);
  return {
    kind,
    name,
    key: kind === 'named' ? (named?.key ?? '') : keyOf(kind, node, text),
    from: lineAt((before[0] ?? node).start),
    to,
    own,
    head: text.slice(first.start, headEnd).replaceAll(/\s+/g, ''),
    modifiers: modifiersOf(text.slice(first.start, nameStart)),
    body: within,
    members: hasLines && within.from > own ? members : undefined,
  };
}

/** Members of an enum in Java are in a node of their own behind the constants. */
function membersOf(body: SyntaxNode, start: number, lines: Lines): readonly Item[] {
  const children = body.children.flatMap((child) =>
    child.type === 'enum_body_declarations' ? child.children : [child],
  );
  const [first, ...others] = itemsOf({ ...body, children }, lines);
  if (first === undefined) {
    return [];
  }
  // Some grammars have a comment above the first member outside of the body.
  let { from } = first;
  while (from > start && !lines.marks.has(from - 1) && !isBlank(lines.texts[from - 1] ?? '')) {
    from -= 1;
  }
  return [{ ...first, from }, ...others];
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
  const body = ownBodies.has(defining.type)
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

/** Without braces, comments right after the head or at the end are part of the body too. */
function bodyLines(
  { start, end }: SyntaxNode,
  { text, texts, lineAt }: Lines,
): { from: number; to: number } {
  const last = lineAt(Math.max(start, end - 1));
  if (/[{(]/.test(text[start] ?? '') || text.startsWith('interface', start)) {
    return { from: lineAt(start) + 1, to: last };
  }
  let from = lineAt(start);
  while (from > 0 && /^\s*(?:#.*)?$/.test(texts[from - 1] ?? '')) {
    from -= 1;
  }
  return { from, to: last + 1 };
}

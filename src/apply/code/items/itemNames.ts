import type { SyntaxNode } from '../syntax.ts';
import { bodies, comments, containers, imports } from './grammars.ts';
import type { Item } from './item.ts';

/** The name that a node gives to something, where it is, and what tells it from others. */
export function nameOf(
  path: readonly SyntaxNode[],
  text: string,
): { readonly name: string; readonly key: string; readonly at: number } | undefined {
  for (const node of path) {
    const all = nameNodes(node);
    const [first] = all;
    if (first !== undefined) {
      const names = all.map(({ start, end }) => text.slice(start, end));
      const key = qualified(node, names[0] ?? '', text, first.start);
      return { name: names.join(', ').slice(0, 300), key, at: first.start };
    }
    if (
      node.type === 'impl_item' ||
      (containers.has(node.type) &&
        /^(?:media|supports|keyframes|at_rule|keyframe)/.test(node.type))
    ) {
      const body = node.children.find(({ field, type }) => field === 'body' || bodies.has(type));
      const head = text.slice(node.start, body?.start ?? node.end).replaceAll(/\s+/g, ' ');
      const name = head.trim().slice(0, 300);
      return { name, key: name, at: node.start };
    }
  }
  const [outer] = path;
  return outer?.type === 'export_statement' &&
    /^export\s+default\b/.test(text.slice(outer.start, outer.start + 40))
    ? { name: 'default', key: 'default', at: outer.start + 6 }
    : undefined;
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

/** The nodes of the names that a node gives: in Go, a field may have several, and elsewhere a declaration. */
function nameNodes(node: SyntaxNode): readonly SyntaxNode[] {
  const { type, children } = node;
  if (nameless.has(type)) {
    return [];
  }
  // A member of an enum without a value is its name.
  if (type === 'property_identifier') {
    return [node];
  }
  const field = children.find((child) => child.field !== undefined && nameFields.has(child.field));
  if (field !== undefined) {
    const all = children.filter((child) => child.field === 'name' && field.field === 'name');
    return all.length > 0 ? all : [field];
  }
  const own = ['property_element', 'const_element', 'declaration', 'rule_set'].includes(type);
  const first = own ? children.find((child) => !comments.has(child.type)) : undefined;
  const declared = children.filter((child) => /(?:declarator|_spec|_element)$/.test(child.type));
  return first === undefined ? declared.flatMap(nameNodes) : [first];
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

export function kindOf(node: SyntaxNode, isNamed: boolean, text: string): Item['kind'] {
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
export function keyOf(kind: Item['kind'], node: SyntaxNode, text: string): string {
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

/** What an import is from, and how. */
export function importKey(plain: string): string {
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

export function modifiersOf(before: string): readonly string[] {
  return before.slice(0, 2000).match(knownModifiers) ?? [];
}

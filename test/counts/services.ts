import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A file: its declarations by name, and where those that it imports are. */
interface Source {
  readonly path: string;
  readonly declared: ReadonlyMap<string, Node>;
  readonly imported: ReadonlyMap<string, readonly [path: string, name: string]>;
}

/** So many members a receiver may be given without using each of them. */
const fewMembers = 4;

/**
 * The receivers in a folder, as `file function`, that are handed an interface of services with more than four members
 * and do not use all of them: by name, or by handing them on to who uses them. An interface is one of services if it is
 * called so. What is spread or kept as a whole counts as used.
 */
export async function overfullReceivers(root: string): Promise<readonly string[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = new Map<string, Source>();
  for (const name of names) {
    sources.set(name, readSource(name, await readFile(join(root, name), 'utf8')));
  }
  const find = (name: string, { path, declared, imported }: Source): Found | undefined => {
    const own = declared.get(name);
    const [file, exported] = imported.get(name) ?? [];
    const other = file === undefined ? undefined : sources.get(file);
    if (own !== undefined) {
      return { node: own, source: sources.get(path) as Source };
    }
    return other && find(exported ?? name, other);
  };
  const found: string[] = [];
  for (const source of sources.values()) {
    for (const [name, node] of source.declared) {
      for (const receiver of receiversIn(node)) {
        for (const [index, param] of parametersOf(receiver).entries()) {
          const members = membersOf(typeOf(param), source, find);
          if (members.length > fewMembers) {
            const used = usedOf(receiver, index, source, find, new Set());
            const unused = members.filter((member) => used !== 'all' && !used.has(member));
            if (unused.length > 0) {
              found.push(`${source.path} ${name}: ${unused.join(', ')}`);
            }
          }
        }
      }
    }
  }
  return found;
}

interface Found {
  readonly node: Node;
  readonly source: Source;
}

type Find = (name: string, source: Source) => Found | undefined;

function readSource(path: string, text: string): Source {
  const declared = new Map<string, Node>();
  const imported = new Map<string, readonly [string, string]>();
  for (const statement of nodes(parseSync(path, text).program.body)) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (declaration.type === 'ImportDeclaration') {
      const from = String((declaration['source'] as { readonly value: unknown }).value);
      for (const specifier of nodes(declaration['specifiers'])) {
        const target = normalize(join(dirname(path), from));
        imported.set(nameOf(specifier['local']), [target, nameOf(specifier['imported'])]);
      }
    }
    for (const variable of nodes(declaration['declarations'])) {
      declared.set(nameOf(variable['id']), variable);
    }
    if (isNode(declaration['id'])) {
      declared.set(nameOf(declaration['id']), declaration);
    }
  }
  return { path, declared, imported };
}

/** The function itself, and the constructor of a class. */
function receiversIn(node: Node): readonly Node[] {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    return [node];
  }
  const { init } = node;
  return isNode(init) && init.type === 'ArrowFunctionExpression' ? [init] : [];
}

function parametersOf(receiver: Node): readonly Node[] {
  if (receiver.type !== 'ClassDeclaration') {
    return nodes(receiver['params']);
  }
  const body = nodes((receiver['body'] as Node)['body']);
  const made = body.find((member) => member['kind'] === 'constructor');
  return made === undefined ? [] : nodes((made['value'] as Node)['params']);
}

/** The type of a parameter, without its default value. */
function typeOf(param: Node): unknown {
  const pattern = param.type === 'AssignmentPattern' ? (param['left'] as Node) : param;
  return (pattern['typeAnnotation'] as Node | null | undefined)?.['typeAnnotation'];
}

/** The names of the members of a type that is of services; empty for any other. */
function membersOf(type: unknown, source: Source, find: Find): readonly string[] {
  if (!isNode(type)) {
    return [];
  }
  if (type.type === 'TSIntersectionType') {
    return nodes(type['types']).flatMap((one) => membersOf(one, source, find));
  }
  const name = nameOf(type['typeName'] ?? type['expression']);
  const given = nodes((type['typeArguments'] as Node | null | undefined)?.['params']);
  if ((name === 'Pick' || name === 'Omit') && given.length === 2) {
    const all = membersOf(given[0], source, find);
    const keys = new Set(textsIn(given[1]));
    return name === 'Pick'
      ? isOfServices(given[0])
        ? [...keys]
        : []
      : all.filter((key) => !keys.has(key));
  }
  const declaration = name === '' ? undefined : find(name, source);
  if (declaration === undefined || !isServices(name)) {
    return [];
  }
  const { node } = declaration;
  if (node.type === 'TSInterfaceDeclaration') {
    const own = nodes((node['body'] as Node)['body']).map((member) => nameOf(member['key']));
    const inherited = nodes(node['extends']).flatMap((base) =>
      membersOf(base, declaration.source, find),
    );
    return [...own, ...inherited];
  }
  const made = textOfQuery(node);
  const maker = made === undefined ? undefined : find(made, declaration.source);
  return maker === undefined
    ? membersOf(node['typeAnnotation'], declaration.source, find)
    : keysReturned(maker.node);
}

const isServices = (name: string): boolean => /(?:Services|Parts|Sources)$/.test(name);

function isOfServices(type: unknown): boolean {
  return isNode(type) && isServices(nameOf(type['typeName']));
}

/** The name in `ReturnType<typeof name>`. */
function textOfQuery(node: Node): string | undefined {
  const type = node['typeAnnotation'];
  const [query] = isNode(type)
    ? nodes((type['typeArguments'] as Node | null | undefined)?.['params'])
    : [];
  return query?.type === 'TSTypeQuery' ? nameOf(query['exprName']) : undefined;
}

/** The keys of the object that a function returns at its end. */
function keysReturned(node: Node): readonly string[] {
  const last = nodes((node['body'] as Node)['body']).at(-1);
  const argument = last?.['argument'];
  return isNode(argument)
    ? nodes(argument['properties']).map((property) => nameOf(property['key']))
    : [];
}

/** What a receiver uses of a parameter. `seen` are the receivers that are being asked already. */
function usedOf(
  receiver: Node,
  index: number,
  source: Source,
  find: Find,
  seen: Set<Node>,
): ReadonlySet<string> | 'all' {
  const param = parametersOf(receiver)[index];
  if (param === undefined || seen.has(receiver)) {
    return new Set();
  }
  seen.add(receiver);
  const pattern = param.type === 'AssignmentPattern' ? (param['left'] as Node) : param;
  if (pattern.type === 'ObjectPattern') {
    return keysOf(pattern);
  }
  const used = new Set<string>();
  let isWhole = false;
  const add = (more: ReadonlySet<string> | 'all'): void => {
    if (more === 'all') {
      isWhole = true;
    } else {
      more.forEach((key) => used.add(key));
    }
  };
  const is = (node: unknown): boolean => {
    const name = nameOf(pattern);
    return isNode(node) && (isNamed(node, name) || isField(node, name));
  };
  const visit = (node: Node, parent: Node): void => {
    if (is(node) && parent !== undefined) {
      add(useIn(node, parent));
      return;
    }
    for (const child of childrenOf(node)) {
      visit(child, node);
    }
  };
  const useIn = (node: Node, parent: Node): ReadonlySet<string> | 'all' => {
    switch (parent.type) {
      case 'MemberExpression':
        return parent['object'] === node ? new Set([nameOf(parent['property'])]) : new Set();
      case 'VariableDeclarator':
        return isNode(parent['id']) ? keysOf(parent['id']) : 'all';
      case 'AssignmentExpression':
        // Kept in a field, whose uses are found as well.
        return new Set();
      case 'CallExpression':
      case 'NewExpression': {
        const called = find(nameOf(parent['callee']), source);
        const [callee] = called === undefined ? [] : receiversIn(called.node);
        const place = nodes(parent['arguments']).indexOf(node);
        return callee === undefined || called === undefined
          ? 'all'
          : usedOf(callee, place, called.source, find, seen);
      }
      case 'Property':
        return parent['key'] === node && parent['value'] !== node ? new Set() : 'all';
      case 'PropertyDefinition':
      case 'AssignmentPattern':
        return new Set();
      default:
        return 'all';
    }
  };
  const body = receiver['body'];
  if (isNode(body)) {
    for (const child of childrenOf(body)) {
      visit(child, body);
    }
  }
  return isWhole ? 'all' : used;
}

/** The keys that a pattern takes out of an object; all with a rest. */
function keysOf(pattern: Node): ReadonlySet<string> | 'all' {
  const properties = nodes(pattern['properties']);
  return pattern.type !== 'ObjectPattern' || properties.some(({ type }) => type === 'RestElement')
    ? 'all'
    : new Set(properties.map((property) => nameOf(property['key'])));
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node['name'] === name;
}

/** Whether a node is `this.#name`. */
function isField(node: Node, name: string): boolean {
  const { object, property } = node;
  return (
    node.type === 'MemberExpression' &&
    isNode(object) &&
    object.type === 'ThisExpression' &&
    nameOf(property) === name
  );
}

function nameOf(node: unknown): string {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof name === 'string' ? name : '';
}

function textsIn(node: unknown): readonly string[] {
  if (!isNode(node)) {
    return [];
  }
  const { literal } = node;
  return isNode(literal) ? [String(literal['value'])] : nodes(node['types']).flatMap(textsIn);
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodes(value)));
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

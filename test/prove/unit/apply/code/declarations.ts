import type { ParseTree, SyntaxNode } from '../../../../support/syntaxTrees.ts';

/** Something with a name in a file: its lines, counted from 0. Found apart from the code that it judges. */
export interface Declared {
  readonly name: string;
  /** The first line of the comments above it. */
  readonly from: number;
  /** Its first line, with decorators. */
  readonly own: number;
  readonly to: number;
  /** What it is a member of. */
  readonly parent?: Declared | undefined;
  /** Whether its members are given. */
  readonly isContainer: boolean;
}

/** Nodes to look into for members, and the wrappers on the way to them. */
const opened: ReadonlySet<string> = new Set(
  (
    'program module source_file stylesheet export_statement decorated_definition ' +
    'class_declaration abstract_class_declaration class_definition class_body block declaration_list ' +
    'impl_item trait_item class body_statement media_statement'
  ).split(' '),
);

const bodies: ReadonlySet<string> = new Set(
  'class_body block declaration_list body_statement'.split(' '),
);

const classes =
  /^(?:(?:abstract_)?class(?:_declaration|_definition)?|impl_item|trait_item|module|media_statement)$/;

const functions =
  /^(?:(?:generator_)?function_(?:declaration|definition|item)|method(?:_definition|_declaration)?|singleton_method|constructor_declaration|rule_set)$/;

/** The functions, methods and classes of a text that have their lines for themselves, and how many errors it has. */
export function declarations(
  text: string,
  parse: ParseTree,
): { readonly declared: readonly Declared[]; readonly errors: number } {
  const tree = parse(text, opened);
  const lines = text.split('\n');
  return tree === undefined
    ? { declared: [], errors: 0 }
    : { declared: declaredIn(tree.root, { text, lines }, undefined), errors: tree.errors };
}

interface Text {
  readonly text: string;
  readonly lines: readonly string[];
}

function declaredIn(
  parent: SyntaxNode,
  text: Text,
  container: Declared | undefined,
): readonly Declared[] {
  return parent.children.flatMap((outer) => {
    const node =
      outer.children.find(({ field }) => field === 'declaration' || field === 'definition') ??
      outer;
    const isContainer = classes.test(node.type) && node !== parent;
    if (!isContainer && !functions.test(node.type)) {
      return [];
    }
    const one = declaredAt(outer, text, container, isContainer);
    if (one === undefined) {
      return [];
    }
    const body = isContainer ? node.children.find(({ type }) => bodies.has(type)) : undefined;
    return [one, ...(body === undefined ? [] : declaredIn(body, text, one))];
  });
}

function declaredAt(
  { start, end }: SyntaxNode,
  { text, lines }: Text,
  parent: Declared | undefined,
  isContainer: boolean,
): Declared | undefined {
  const lineOf = (position: number): number => text.slice(0, position).split('\n').length - 1;
  const written = text.slice(start, end).trimEnd();
  let own = lineOf(start);
  const to = lineOf(start + written.length) + 1;
  const isAlone =
    lines.slice(own, to).join('\n').trim() === written &&
    lines.slice(own, to).join('\n').trimEnd().endsWith(written);
  const name = nameIn(
    lines.slice(own, Math.min(to, own + 4)).find((line) => !/^\s*[@#]/.test(line)) ?? '',
  );
  if (!isAlone || name === undefined) {
    return undefined;
  }
  while (/^\s*(?:@\w|#\[)/.test(lines[own - 1] ?? '')) {
    own -= 1;
  }
  let from = own;
  const top = parent === undefined ? 0 : parent.own + 1;
  while (from > top && /^\s*(?:\/\/|#(?!!)|\/?\*)/.test(lines[from - 1] ?? '')) {
    from -= 1;
  }
  return { name, from, own, to, parent, isContainer };
}

/** The name in the first line of something. */
function nameIn(line: string): string | undefined {
  const text = line.trim();
  const css = /^([.#&:@\w][^{]*?)\s*\{/.exec(text)?.[1];
  return (
    /\b(?:function\*?|class|def|fn|func|impl(?:<[^>]*>)?|trait|module)\s+(?:\([^)]*\)\s*)?(?:self\.)?([\w$]+)/.exec(
      text,
    )?.[1] ??
    /([\w$#]+)\s*(?:<[^>(]*>)?\(/.exec(text)?.[1] ??
    css
  );
}

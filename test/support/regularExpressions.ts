import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsers } from 'prettier/plugins/typescript';
import { projectFolder } from '../launch/projectFolders.ts';

/** The regular expressions in one file. */
export interface FoundExpressions {
  /** Relative to the folder of the project. */
  readonly file: string;
  readonly literals: readonly RegExp[];
  /** Whether the file also makes some out of text. */
  readonly makesOthers: boolean;
}

/** Finds all regular expressions in the sources, by their syntax trees. */
export async function findExpressions(folder: string): Promise<readonly FoundExpressions[]> {
  const files = await Array.fromAsync(glob(`${folder}/**/*.ts`, { cwd: projectFolder }));
  const found = await Promise.all(files.toSorted().map(readExpressions));
  return found.filter(({ literals, makesOthers }) => literals.length > 0 || makesOthers);
}

async function readExpressions(file: string): Promise<FoundExpressions> {
  const text = await readFile(join(projectFolder, file), 'utf8');
  const nodes = nodesOf(parsers.typescript.parse(text, { filepath: file } as never));
  return {
    file: file.replaceAll('\\', '/'),
    literals: nodes.flatMap(({ regex }) =>
      isLiteral(regex) ? [new RegExp(regex.pattern, regex.flags)] : [],
    ),
    makesOthers: nodes.some(
      ({ type, callee }) =>
        (type === 'NewExpression' || type === 'CallExpression') &&
        isNode(callee) &&
        callee['name'] === 'RegExp',
    ),
  };
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function isLiteral(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return (
    isNode(value) && typeof value['pattern'] === 'string' && typeof value['flags'] === 'string'
  );
}

function nodesOf(tree: unknown): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: unknown[] = [tree];
  for (
    let value = waiting.pop();
    waiting.length > 0 || value !== undefined;
    value = waiting.pop()
  ) {
    if (isNode(value)) {
      nodes.push(value);
      const parts = Object.entries(value).filter(([name]) => !skipped.has(name));
      waiting.push(...parts.map(([, part]) => part).filter(isNode));
    }
  }
  return nodes;
}

/** Fields of a node that lead to its parent, or say where it is. */
const skipped = new Set(['parent', 'loc', 'range', 'tokens', 'comments']);

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** The files that each file of a folder imports, as paths from there: types and dynamic imports included. */
export async function importsIn(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const imports = names.map(async (name) => {
    const text = await readFile(join(root, name), 'utf8');
    const paths = [...text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'(\.[^']+)'/gm)];
    return [name, paths.map(([, path = '']) => normalize(join(dirname(name), path)))] as const;
  });
  return new Map(await Promise.all(imports));
}

/** The same between the folders of the files, or between other groups of them; a file without a group is left out. */
export function betweenFolders(
  imports: ReadonlyMap<string, readonly string[]>,
  groupOf: (path: string) => string | undefined = dirname,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, imported] of imports) {
    const own = groupOf(name);
    const others = imported.map((path) => groupOf(path)).filter((group) => group !== undefined);
    if (own !== undefined) {
      groups.set(own, [...(groups.get(own) ?? []), ...others.filter((group) => group !== own)]);
    }
  }
  return groups;
}

/** Those of `imports` that import themselves, over however many others. */
export function inCircles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...imports.keys()].filter((start) => {
    const seen = new Set<string>();
    const reached = [...(imports.get(start) ?? [])];
    for (let next = reached.pop(); next !== undefined; next = reached.pop()) {
      if (!seen.has(next)) {
        seen.add(next);
        reached.push(...(imports.get(next) ?? []));
      }
    }
    return seen.has(start);
  });
}

/** The length of the longest way from one to another and on: how many floors there are. No circle may be among them. */
export function floors(imports: ReadonlyMap<string, readonly string[]>): number {
  const depths = new Map<string, number>();
  const depth = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) {
      return known;
    }
    const own = 1 + Math.max(0, ...(imports.get(name) ?? []).map(depth));
    depths.set(name, own);
    return own;
  };
  return Math.max(0, ...[...imports.keys()].map(depth));
}

import { kindOf, kinds, type Kind } from './kinds.ts';

/** Test files of one kind that run one after another, in a process of their own. */
export interface Part {
  readonly kind: Kind;
  readonly name: string;
  /** Relative to the project, with `/`. */
  readonly files: readonly string[];
}

/** How a part is run. */
export interface PartOptions {
  /** A pattern: only tests whose full title matches are run. */
  readonly grep: string | undefined;
  /** Whether the extension host waits for a debugger at port 9229. */
  readonly inspect: boolean;
}

/** How many files of a kind a part has at most, so that parts end within a minute or so. */
const mostFiles = { host: 40, webview: 40, unit: 35 } as const;

/** Cuts test files into parts: end-to-end files by their folder, which share a VS Code, others by number. */
export function partsOf(files: readonly string[]): readonly Part[] {
  return kinds.flatMap((kind) => {
    const own = files.filter((file) => kindOf(file) === kind);
    return kind === 'e2e' ? byFolder(own) : byNumber(kind, own);
  });
}

function byNumber(kind: Exclude<Kind, 'e2e'>, files: readonly string[]): readonly Part[] {
  const count = Math.ceil(files.length / mostFiles[kind]);
  return Array.from({ length: count }, (_, index) => ({
    kind,
    name: count === 1 ? kind : `${kind} ${index + 1} of ${count}`,
    // Neighbours are alike, so that they are dealt out.
    files: files.filter((_, at) => at % count === index),
  }));
}

function byFolder(files: readonly string[]): readonly Part[] {
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')));
  return [...folders]
    .map(([folder, own]): Part => ({ kind: 'e2e', name: folder.replace('test/', ''), files: own }))
    .toSorted((a, b) => b.files.length - a.files.length);
}

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

/** How many files of a kind a part has at most. Those of a part share what takes long to start, such as a window. */
const mostFiles = { host: 50, webview: 40, e2e: 10, unit: 35 } as const;

/** The same for whole proofs: some take minutes, and a long part at the end leaves all cores but one idle. */
const mostProofs = { ...mostFiles, unit: 2 } as const;

/** Cuts test files into parts; `isProof` if the proofs among them are run whole. */
export function partsOf(files: readonly string[], isProof: boolean): readonly Part[] {
  const most = isProof ? mostProofs : mostFiles;
  return kinds.flatMap((kind) => {
    const own = files.filter((file) => kindOf(file) === kind);
    const count = Math.ceil(own.length / most[kind]);
    return Array.from({ length: count }, (_, index) => ({
      kind,
      name: count === 1 ? kind : `${kind} ${index + 1} of ${count}`,
      // Neighbours are alike, so that they are dealt out.
      files: own.filter((_, at) => at % count === index),
    }));
  });
}

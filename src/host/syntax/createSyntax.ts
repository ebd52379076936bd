import treeSitter, { type Language, type Tree, type Node } from '@vscode/tree-sitter-wasm';
import type { LoadSyntax, Parse, SyntaxLanguage } from '../../apply/code/language/syntax.ts';
import { loadOnce } from '../base/loadOnce.ts';

/** A longer text is not parsed. In UTF-16 code units. */
const maxLength = 1_000_000;

/** How long one parse may take. */
const parseMs = 2000;

/** Reads a file of the folder that the build copies runtime and grammars to. Rejects if it cannot be read. */
type ReadSyntaxFile = (name: string) => Promise<Uint8Array>;

/** Gives the parsers of languages, each loaded once it is asked for. What fails is tried again the next time. */
export function createSyntax(readFile: ReadSyntaxFile): LoadSyntax {
  const runtime = loadOnce(async () => {
    // With the bytes and a name at hand the runtime looks for no file itself.
    const wasmBinary = await readFile('tree-sitter.wasm');
    const options = { wasmBinary, locateFile: (name: string) => name };
    await treeSitter.Parser.init(options);
  });
  const parsers = new Map<SyntaxLanguage, () => Promise<Parse>>();
  return async (language) => {
    let parser = parsers.get(language);
    if (parser === undefined) {
      parser = loadOnce(async () => {
        await runtime();
        const bytes = await readFile(`tree-sitter-${language}.wasm`);
        return createParse(await treeSitter.Language.load(new Uint8Array(bytes)));
      });
      parsers.set(language, parser);
    }
    return parser().catch(() => undefined);
  };
}

function createParse(language: Language): Parse {
  const parser = new treeSitter.Parser();
  parser.setLanguage(language);
  return (text) => {
    if (text.length > maxLength) {
      return undefined;
    }
    let tree: Tree | null = null;
    try {
      const end = performance.now() + parseMs;
      tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
      return tree === null ? undefined : countErrors(tree.rootNode);
    } catch {
      // The stack or the memory of the parser is at its end.
      return undefined;
    } finally {
      tree?.delete();
      parser.reset();
    }
  };
}

/** More errors than this count as so many. */
const maxErrors = 1000;

/** Counts the nodes that are errors or missing. Goes only where there are some. */
function countErrors(root: Node): number {
  let errors = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined && errors < maxErrors; node = open.pop()) {
    if (node.isError || node.isMissing) {
      errors += 1;
    }
    if (node.hasError) {
      open.push(...node.children.filter((child) => child !== null));
    }
  }
  return errors;
}

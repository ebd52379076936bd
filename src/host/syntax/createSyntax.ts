import treeSitter, { type Language, type Tree } from '@vscode/tree-sitter-wasm';
import type { LoadSyntax, Parse, SyntaxLanguage } from '../../apply/code/syntax.ts';
import { loadOnce } from '../base/loadOnce.ts';
import { countErrors } from './countErrors.ts';

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

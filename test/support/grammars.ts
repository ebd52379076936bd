import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadSyntax } from '../../src/apply/code/language/syntax.ts';
import { createSyntax } from '../../src/host/syntax/createSyntax.ts';
import { projectFolder } from '../launch/projectFolders.ts';

const folder = join(projectFolder, 'node_modules/@vscode/tree-sitter-wasm/wasm');

/** A file of the grammars that the build copies. */
export async function readGrammar(name: string): Promise<Uint8Array> {
  return readFile(join(folder, name));
}

/** The parsers of the extension, with these grammars. */
export const loadGrammar: LoadSyntax = createSyntax(readGrammar);

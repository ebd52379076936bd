import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadSyntax } from '../../src/apply/code/syntax.ts';
import { createSyntax } from '../../src/host/syntax/createSyntax.ts';
import { projectFolder } from '../launch/projectFolders.ts';

const folder = join(projectFolder, 'node_modules/@vscode/tree-sitter-wasm/wasm');

/** The parsers of the extension, with the grammars that the build copies. */
export const loadGrammar: LoadSyntax = createSyntax(async (name) => readFile(join(folder, name)));

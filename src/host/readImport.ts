import * as vscode from 'vscode';
import { readArchive, type ArchiveReading } from '../chat/conversationArchive.ts';
import { foreignFormats } from '../chat/foreignFormats.ts';
import { fromForeign } from '../chat/fromForeign.ts';
import { jsonElements } from '../chat/jsonElements.ts';

/** A larger file is no export of conversations that anybody had. */
const maxImportBytes = 1024 * 1024 * 1024;

/** What is larger is read element by element, so that it is in memory once and not several times. */
const maxWholeBytes = 64 * 1024 * 1024;

/** Gives what is in a file that claims to be an export, part by part. Throws where it cannot be read. */
export async function* readImport(file: vscode.Uri): AsyncGenerator<ArchiveReading> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxImportBytes) {
    throw new Error(vscode.l10n.t('The file is larger than 1 GB: it is not read.'));
  }
  const bytes = await vscode.workspace.fs.readFile(file);
  let isList = false;
  if (size > maxWholeBytes) {
    for (const element of jsonElements(bytes)) {
      isList = true;
      yield readAny([parse(element)]);
    }
  }
  if (!isList) {
    yield readAny(parse(bytes));
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(vscode.l10n.t('The file is not JSON: {0}', String(error)), { cause: error });
  }
}

function newId(): string {
  return crypto.randomUUID();
}

/** Our own export, or that of another program. */
function readAny(value: unknown): ArchiveReading {
  for (const { name, read } of foreignFormats) {
    const foreign = read(value);
    if (foreign !== undefined) {
      const conversations = foreign.flatMap((one) => fromForeign(one, name, newId) ?? []);
      const empty = foreign.length - conversations.length;
      const leftOut = foreign.reduce((sum, one) => sum + (one.leftOut ?? 0), 0);
      const problems = [
        ...(empty > 0 ? [`Without a message, and left out: ${empty} conversations.`] : []),
        ...(leftOut > 0
          ? [`Only text comes in: ${leftOut} files, pictures and results of tools were left out.`]
          : []),
      ];
      return { conversations, problems };
    }
  }
  return readArchive(value, newId);
}

import * as vscode from 'vscode';
import type { ArchiveReading } from '../chat/conversationArchive.ts';
import { jsonElements } from '../chat/jsonElements.ts';
import { readExport } from '../chat/readExport.ts';

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
      yield readExport([parse(element)], newId);
    }
  }
  if (!isList) {
    yield readExport(parse(bytes), newId);
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

import * as vscode from 'vscode';

const temporarySuffix = /\.[\w-]+\.tmp$/;

/**
 * The value of a JSON file that `writeJson` wrote. VS Code deletes the old file before it renames
 * the new one; where only that was done, the temporary file is complete and stands for it. Throws
 * what the file system throws, and SyntaxError.
 */
export async function readJson(file: vscode.Uri): Promise<unknown> {
  try {
    return await parseFile(file);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound') {
      throw error;
    }
  }
  for (const temporary of await temporaryFiles(file)) {
    try {
      return await parseFile(temporary);
    } catch {
      // Cut short, or renamed meanwhile.
    }
  }
  return parseFile(file);
}

/**
 * Writes `value` to a temporary file beside `file` and renames it, so that a crash leaves the old
 * content or the new, never half. Throws what the file system throws.
 */
export async function writeJson(file: vscode.Uri, value: unknown): Promise<void> {
  const temporary = file.with({ path: `${file.path}.${crypto.randomUUID()}.tmp` });
  const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
  await vscode.workspace.fs.writeFile(temporary, bytes);
  await vscode.workspace.fs.rename(temporary, file, { overwrite: true });
}

/** The names of the JSON files in `folder`, those included of which only a temporary file is left. */
export async function listJsonFiles(folder: vscode.Uri): Promise<readonly string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const names = entries.map(([name]) => name.replace(temporarySuffix, ''));
  return Array.from(new Set(names)).filter((name) => name.endsWith('.json'));
}

async function parseFile(file: vscode.Uri): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
}

/** Newest first. */
async function temporaryFiles(file: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const folder = vscode.Uri.joinPath(file, '..');
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const files = await Promise.all(
    entries
      .filter(([other]) => other !== name && other.replace(temporarySuffix, '') === name)
      .map(async ([other]) => withTime(vscode.Uri.joinPath(folder, other))),
  );
  return files.toSorted((a, b) => b.mtime - a.mtime).map(({ uri }) => uri);
}

async function withTime(uri: vscode.Uri): Promise<{ uri: vscode.Uri; mtime: number }> {
  try {
    return { uri, mtime: (await vscode.workspace.fs.stat(uri)).mtime };
  } catch {
    return { uri, mtime: 0 };
  }
}

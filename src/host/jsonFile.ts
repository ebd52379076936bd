import * as vscode from 'vscode';

/** The value of a JSON file. Throws what the file system throws, and SyntaxError. */
export async function readJson(file: vscode.Uri): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
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

import * as vscode from 'vscode';
import { findFrontMatter } from '../../promptFiles/frontMatter.ts';
import { isTrustedFile } from '../base/files/trustedFiles.ts';

/** Where VS Code looks for instructions that are for some files ("Use custom instructions in VS Code"). */
const folderPath = ['.github', 'instructions'];

/** The pattern of all of them, in a workspace folder. */
export const scopedPattern = `${folderPath.join('/')}/**/*.instructions.md`;

/** No more of them are looked for. */
const most = { files: 50, depth: 5 };

/** Whether a file is one of them, by its name. */
export function isScoped(uri: vscode.Uri): boolean {
  return nameOf(uri).endsWith('.instructions.md');
}

/** The name of a file without its folder. */
export function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Those of a workspace folder, by their paths. None if it is not trusted. Links are not followed. */
export async function scopedFiles(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const root = vscode.Uri.joinPath(folder, ...folderPath);
  const files: vscode.Uri[] = [];
  let folders: readonly vscode.Uri[] = (await isTrustedFile(root)) ? [root] : [];
  for (let depth = 0; depth < most.depth && folders.length > 0; depth += 1) {
    const below: vscode.Uri[] = [];
    for (const one of folders.slice(0, most.files)) {
      for (const [name, type] of await entriesOf(one)) {
        const uri = vscode.Uri.joinPath(one, name);
        if (type === vscode.FileType.Directory) {
          below.push(uri);
        } else if (type === vscode.FileType.File && isScoped(uri)) {
          files.push(uri);
        }
      }
    }
    folders = below;
  }
  return files.toSorted(byPath).slice(0, most.files);
}

function byPath(one: vscode.Uri, other: vscode.Uri): number {
  return one.path < other.path ? -1 : 1;
}

async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** In characters. */
const maxPatterns = 200;

/**
 * For which files instructions are, as the field `applyTo` of their front matter has it; undefined if they are for all,
 * empty if they do not say it, so that VS Code has them attached by hand.
 */
export function applyTo(text: string): string | undefined {
  const { yaml = '' } = findFrontMatter(text);
  const written = /^applyTo:[ \t]*(\S.*)$/m.exec(yaml)?.[1] ?? '';
  const patterns = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  const isForAll = patterns.split(',').some((one) => ['*', '**', '**/*'].includes(one.trim()));
  return isForAll ? undefined : patterns.slice(0, maxPatterns);
}

import * as vscode from 'vscode';
import { findFrontMatter, indicatorsIn } from '../../promptFiles/frontMatter.ts';
import { isPromptFile, promptName } from '../../promptFiles/promptName.ts';
import { type PromptFile, readPromptFile, maxPromptText } from '../../promptFiles/promptFile.ts';
import type { ContextVariable } from '../../promptFiles/variables.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { filesIn } from '../base/files/findFiles.ts';
import { forEachConcurrently } from '../base/concurrency.ts';
import { partsBelow, isTrustedFile, readText } from '../base/files/fileAccess.ts';
import { type OwnFolders, type PromptFolder, promptFolders } from './promptFolders.ts';

/** A prompt file as lists show it. */
export interface Prompt {
  /** Its address. */
  readonly id: string;
  readonly uri: vscode.Uri;
  /** What is typed after `/`. */
  readonly name: string;
  readonly description: string;
  /** The folder that it comes from, as users read it. */
  readonly place: string;
  /** Whether it has a variable for the selected code. */
  readonly isAboutSelection: boolean;
}

/** Of one folder and the folders in it. Front matter with more indicators of YAML in all is not parsed. */
const limits = { files: 300, indicators: 10_000 };

const readAtOnce = 8;

/** Changes in folders inside a folder outside of the workspace are not watched. */
const keptForMs = 30_000;

/** The prompt files of all folders. */
export type PromptList = ReturnType<typeof createPromptList>;

/** Looks for prompt files when they are first asked for, and watches their folders from then on. */
export function createPromptList(own: OwnFolders) {
  let known: Promise<readonly Prompt[]> | undefined;
  let knownAt = 0;
  let last: readonly Prompt[] | undefined;
  let watchers: readonly vscode.Disposable[] = [];
  const forget = (): void => {
    known = undefined;
  };
  const look = async (): Promise<readonly Prompt[]> => {
    const folders = await promptFolders(own);
    watchers.forEach((watcher) => watcher.dispose());
    watchers = folders.map((folder) => watch(folder, forget));
    const found = await Promise.all(folders.map(promptsIn));
    return (last = found.flat());
  };
  const all = async (): Promise<readonly Prompt[]> => {
    if (known === undefined || Date.now() - knownAt > keptForMs) {
      knownAt = Date.now();
      known = look();
    }
    return known;
  };
  const subscriptions = [
    vscode.workspace.onDidGrantWorkspaceTrust(forget),
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
    vscode.workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration('parley.promptFolders') && forget(),
    ),
  ];
  return {
    /** Looks for them, unless it is known that none has changed. */
    all,
    /** What was found last. If it may have changed, it is looked for again, but only the first look is waited for. */
    async recent(): Promise<readonly Prompt[]> {
      const now = all();
      return last ?? now;
    },
    /** Reads a file as it is now. Throws if that cannot be, which includes that it may not be used. */
    async read(uri: vscode.Uri): Promise<PromptFile> {
      if (!(await isTrustedFile(uri))) {
        throw new Error(notTrusted());
      }
      const text = await readText(uri, maxPromptText);
      if (text === undefined) {
        throw new Error(vscode.l10n.t('The file is too large for a prompt.'));
      }
      return readPromptFile(text);
    },
    dispose() {
      vscode.Disposable.from(...subscriptions, ...watchers).dispose();
    },
  };
}

function notTrusted(): string {
  return vscode.workspace.isTrusted
    ? vscode.l10n.t(
        'A symbolic link leads to the file. Parley does not follow links in a workspace.',
      )
    : vscode.l10n.t('Prompts of this workspace cannot be used until you trust it.');
}

/** A folder outside of the workspace may be large, so that what is in its folders is not watched. */
function watch({ uri, root }: PromptFolder, onChange: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(uri, root === undefined ? '*' : '**');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidCreate(onChange);
  watcher.onDidChange(onChange);
  watcher.onDidDelete(onChange);
  return watcher;
}

async function promptsIn(folder: PromptFolder): Promise<readonly Prompt[]> {
  // In a workspace, no link is followed.
  const uris = await filesIn(folder.uri, isPromptFile, limits.files, folder.root === undefined);
  const prompts: Prompt[] = [];
  let indicators = 0;
  await forEachConcurrently(uris, readAtOnce, async (uri) => {
    const text = await textOf(uri);
    if (text !== undefined) {
      const { yaml = '', bodyStart } = findFrontMatter(text);
      indicators += indicatorsIn(yaml);
      const read = indicators > limits.indicators ? text.slice(bodyStart) : text;
      prompts.push(promptOf(uri, read, placeIn(folder, uri)));
    }
  });
  return prompts.toSorted((one, other) => one.name.localeCompare(other.name));
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return await readText(uri, maxPromptText);
  } catch {
    // It has just been removed, the user may not read it, or it is a folder, a device or a pipe.
    return undefined;
  }
}

function promptOf(uri: vscode.Uri, text: string, place: string): Prompt {
  const { name, description = '', variables } = readPromptFile(text);
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return {
    id: uri.toString(),
    uri,
    name: promptName(fileName, name),
    description: visibleText(description.replaceAll(/\s+/g, ' ')),
    place,
    isAboutSelection: variables.some((one) => selectionNames.has(one.name)),
  };
}

/** The folder that a prompt file is in, as users read it. */
function placeIn({ uri: top, label }: PromptFolder, uri: vscode.Uri): string {
  const below = partsBelow(top, uri)?.slice(0, -1) ?? [];
  return [label, ...below.map(visibleText)].join('/');
}

const selectionNames: ReadonlySet<string> = new Set<ContextVariable>(['selection', 'selectedText']);

import * as vscode from 'vscode';
import { isString, type Guarded, isObjectOf, isStrings } from '../../shared/guards.ts';
import type { PanelInstructions } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import type { PickedContext } from '../context/contextSource.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import {
  findInstructions,
  type InstructionFile,
  instructionsPattern,
  readInstructions,
} from './instructionFiles.ts';
import { noInstructions, pickInstructions } from './instructionsSource.ts';

/** What instructions need of the rest of Parley. */
interface InstructionServices {
  /** Of the workspace. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly attach: (
    picked: PickedContext,
  ) => Promise<{ readonly items: readonly ContextItem[] } | undefined>;
  /** Called after what new chats have, or are offered, has changed. */
  readonly onChange: () => void;
}

/** The instructions of new chats in this workspace. */
export type Instructions = ReturnType<typeof createInstructions>;

/** Looks for instructions, and again when they change. */
export function createInstructions({ memory, attach, onChange }: InstructionServices) {
  let current: PanelInstructions | undefined;
  const decisions = createDecisions(memory);
  const look = async (): Promise<void> => {
    const files = await findInstructions();
    const decided = decisions.get();
    const read = await Promise.all(
      files.filter((file) => isAttached(file, decided)).map(readInstructions),
    );
    const items = read.filter((one) => typeof one !== 'string');
    const added = items.length === 0 ? undefined : await attach({ items });
    const next: PanelInstructions = {
      attached: added?.items ?? [],
      offered: files
        // For which files a message will be is not known yet.
        .filter((file) => file.appliesTo === undefined && isOpen(file, decided))
        .map(({ uri, name }) => ({ uri: uri.toString(), name: visibleText(name) })),
      problems: read.filter(isString).map(visibleText),
    };
    if (JSON.stringify(next) !== JSON.stringify(current)) {
      current = next;
      onChange();
    }
  };
  const inTurn = createKeyedMutex();
  const refresh = async (): Promise<void> => inTurn('', look);
  const refreshSoon = (): void => void refresh().catch(() => {});
  const follow = followChanges(refreshSoon);
  refreshSoon();
  return {
    /** Undefined until they have been looked for, or if there are none. */
    current: () => current,
    /** Remembers for this workspace whether the files with these addresses are attached to new chats. */
    async answer(uris: readonly string[], areAttached: boolean): Promise<void> {
      // The panel can name only what it was offered.
      const offered = current?.offered.map(({ uri }) => uri) ?? [];
      await decisions.remember(
        offered.filter((uri) => uris.includes(uri)),
        areAttached,
      );
      await refresh();
    },
    /** Lets the user choose which are attached to new chats. */
    async choose(): Promise<void> {
      if (await chooseInstructions(decisions)) {
        await refresh();
      }
    },
    dispose: () => follow.dispose(),
  };
}

/** Lets the user choose the instructions of new chats. Gives whether something may have changed. */
async function chooseInstructions(decisions: ReturnType<typeof createDecisions>): Promise<boolean> {
  const files = await findInstructions();
  if (files.length === 0) {
    void vscode.window.showInformationMessage(noInstructions());
    return false;
  }
  const decided = decisions.get();
  const chosen = await pickInstructions(
    files,
    files.filter((file) => isAttached(file, decided)),
    vscode.l10n.t('Instructions for New Chats in This Workspace'),
    vscode.l10n.t('Each new chat gets them as chips, which you can remove.'),
  );
  if (chosen === undefined) {
    return false;
  }
  await decisions.remember(addresses(chosen), true);
  await decisions.remember(addresses(files.filter((file) => !chosen.includes(file))), false);
  return true;
}

function addresses(files: readonly InstructionFile[]): readonly string[] {
  return files.map(({ uri }) => uri.toString());
}

/** Calls `onChange` when other instructions may be there. */
function followChanges(onChange: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${instructionsPattern}`);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(onChange),
    watcher.onDidChange(onChange),
    watcher.onDidDelete(onChange),
    vscode.workspace.onDidGrantWorkspaceTrust(onChange),
    vscode.workspace.onDidChangeWorkspaceFolders(onChange),
    vscode.workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration('parley.instructionFiles') && onChange(),
    ),
  );
}

const isDecisions = isObjectOf({ attached: isStrings, declined: isStrings });

/** What the user wants of instructions in this workspace, as addresses of files. */
interface Decisions extends Guarded<typeof isDecisions> {}

const key = 'parley.instructions';

/** Not more than this many addresses are kept in each list, the latest. */
const maxRemembered = 200;

/** Keeps what the user wants in `memory`. */
export function createDecisions(memory: Pick<vscode.Memento, 'get' | 'update'>) {
  const get = (): Decisions => {
    const kept: unknown = memory.get(key);
    return isDecisions(kept) ? kept : { attached: [], declined: [] };
  };
  return {
    get,
    remember: async (uris: readonly string[], areAttached: boolean): Promise<void> => {
      const { attached, declined } = get();
      const others = (list: readonly string[]): readonly string[] =>
        list.filter((uri) => !uris.includes(uri));
      const added = (list: readonly string[]): readonly string[] =>
        [...others(list), ...uris].slice(-maxRemembered);
      await memory.update(
        key,
        areAttached
          ? { attached: added(attached), declined: others(declined) }
          : { attached: others(attached), declined: added(declined) },
      );
    },
  };
}

/** A file of the user's settings is attached unless the user has declined it here. */
function isAttached({ uri, isOwn }: InstructionFile, { attached, declined }: Decisions): boolean {
  const address = uri.toString();
  return attached.includes(address) || (isOwn && !declined.includes(address));
}

/** Whether the user has not been asked about a file yet. */
function isOpen(file: InstructionFile, decisions: Decisions): boolean {
  return !isAttached(file, decisions) && !decisions.declined.includes(file.uri.toString());
}

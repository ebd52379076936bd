import * as vscode from 'vscode';
import { isString } from '../../shared/guards.ts';
import type { PanelInstructions } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { PickedContext } from '../context/contextSource.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { createDecisions, type DecisionMemory, isAttached, isOpen } from './decisions.ts';
import {
  findInstructions,
  type InstructionFile,
  instructionsPattern,
  readInstructions,
} from './instructionFiles.ts';
import { noInstructions, pickInstructions } from './instructionsSource.ts';

/** What instructions need of the rest of Parley. */
export interface InstructionServices {
  /** Of the workspace. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly attach: (
    picked: PickedContext,
  ) => Promise<{ readonly items: readonly ContextItem[] } | undefined>;
  /** Called after what new chats have, or are offered, has changed. */
  readonly onChange: () => void;
}

/** The instructions of new chats in this workspace. */
export interface Instructions extends vscode.Disposable {
  /** Undefined until they have been looked for, or if there are none. */
  readonly current: () => PanelInstructions | undefined;
  /** Remembers for this workspace whether the files with these addresses are attached to new chats. */
  readonly answer: (uris: readonly string[], isAttached: boolean) => Promise<void>;
  /** Lets the user choose which are attached to new chats. */
  readonly choose: () => Promise<void>;
}

/** Looks for instructions, and again when they change. For a bundle of its own. */
export function createInstructions({
  memory,
  attach,
  onChange,
}: InstructionServices): Instructions {
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
  const refresh = oneAtATime(look);
  const refreshSoon = (): void => void refresh().catch(() => {});
  const follow = followChanges(refreshSoon);
  refreshSoon();
  return {
    current: () => current,
    async answer(uris, areAttached) {
      // The panel can name only what it was offered.
      const offered = current?.offered.map(({ uri }) => uri) ?? [];
      await decisions.remember(
        offered.filter((uri) => uris.includes(uri)),
        areAttached,
      );
      await refresh();
    },
    async choose() {
      if (await chooseInstructions(decisions)) {
        await refresh();
      }
    },
    dispose: () => follow.dispose(),
  };
}

/** Lets the user choose the instructions of new chats. Gives whether something may have changed. */
async function chooseInstructions(decisions: DecisionMemory): Promise<boolean> {
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

/** Runs `work` one at a time. A call while it runs waits for one more run after it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  };
  return async () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

/** Calls `onChange` when other instructions may be there. */
function followChanges(onChange: () => void): vscode.Disposable {
  const watch = () =>
    vscode.Disposable.from(
      ...(vscode.workspace.workspaceFolders ?? []).map((folder) => {
        const watcher = vscode.workspace.createFileSystemWatcher(
          new vscode.RelativePattern(folder, instructionsPattern),
        );
        watcher.onDidCreate(onChange);
        watcher.onDidChange(onChange);
        watcher.onDidDelete(onChange);
        return watcher;
      }),
    );
  let watchers = watch();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(onChange),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      watchers.dispose();
      watchers = watch();
      onChange();
    }),
    vscode.workspace.onDidChangeConfiguration(
      (event) => event.affectsConfiguration('parley.instructionFiles') && onChange(),
    ),
  );
  return {
    dispose() {
      watchers.dispose();
      subscriptions.dispose();
    },
  };
}

import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isString } from '../../shared/guards.ts';
import type { PanelInstructions } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { PickedContext } from '../context/contextSource.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { findInstructions, type InstructionFile, readInstructions } from './instructionFiles.ts';
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
  /** Resolves when what is shown is what there is. */
  readonly settled: () => Promise<void>;
}

/** What is remembered, as addresses of files. */
interface Decisions {
  readonly attached: readonly string[];
  readonly declined: readonly string[];
}

const key = 'parley.instructions';

const isDecisions = isObjectOf({ attached: isArrayOf(isString), declined: isArrayOf(isString) });

/** What is remembered is not more than this many addresses. */
const maxRemembered = 200;

/** Looks for instructions, and again when they change. For a bundle of its own. */
export function createInstructions({
  memory,
  attach,
  onChange,
}: InstructionServices): Instructions {
  let current: PanelInstructions | undefined;
  let looking: Promise<void> | undefined;
  let isAgain = false;
  const decisions = (): Decisions => {
    const kept: unknown = memory.get(key);
    return isDecisions(kept) ? kept : { attached: [], declined: [] };
  };
  const look = async (): Promise<void> => {
    const files = await findInstructions();
    const decided = decisions();
    const read = await Promise.all(
      files.filter((file) => isAttached(file, decided)).map(readInstructions),
    );
    const items = read.filter((one) => typeof one !== 'string');
    const added = items.length === 0 ? undefined : await attach({ items });
    const next: PanelInstructions = {
      attached: added?.items ?? [],
      offered: files
        .filter((file) => isOpen(file, decided))
        .map(({ uri, name }) => ({ uri: uri.toString(), name: visibleText(name) })),
      problems: read.filter(isString).map(visibleText),
    };
    if (JSON.stringify(next) !== JSON.stringify(current)) {
      current = next;
      onChange();
    }
  };
  /** One search at a time; changes meanwhile cause one more. */
  const refresh = async (): Promise<void> => {
    if (looking !== undefined) {
      isAgain = true;
      return looking;
    }
    looking = (async () => {
      do {
        isAgain = false;
        await look();
      } while (isAgain);
    })().finally(() => (looking = undefined));
    return looking;
  };
  const remember = async (files: readonly string[], areAttached: boolean): Promise<void> => {
    const { attached, declined } = decisions();
    const others = (uris: readonly string[]): readonly string[] =>
      uris.filter((uri) => !files.includes(uri));
    const [to, from] = areAttached ? [attached, declined] : [declined, attached];
    const [added, rest] = [[...others(to), ...files].slice(-maxRemembered), others(from)];
    await memory.update(
      key,
      areAttached ? { attached: added, declined: rest } : { attached: rest, declined: added },
    );
  };
  const follow = followChanges(() => void refresh().catch(() => {}));
  void refresh().catch(() => {});
  return {
    current: () => current,
    async answer(uris, areAttached) {
      // The panel can name only what it was offered.
      const offered = current?.offered.map(({ uri }) => uri) ?? [];
      await remember(
        offered.filter((uri) => uris.includes(uri)),
        areAttached,
      );
      await refresh();
    },
    async choose() {
      const files = await findInstructions();
      if (files.length === 0) {
        void vscode.window.showInformationMessage(noInstructions());
        return;
      }
      const decided = decisions();
      const chosen = await pickInstructions(
        files,
        files.filter((file) => isAttached(file, decided)),
        vscode.l10n.t('Instructions for New Chats in This Workspace'),
        vscode.l10n.t('Each new chat gets them as chips, which you can remove.'),
      );
      if (chosen !== undefined) {
        const addresses = (some: readonly InstructionFile[]) =>
          some.map(({ uri }) => uri.toString());
        await remember(addresses(chosen), true);
        await remember(addresses(files.filter((file) => !chosen.includes(file))), false);
        await refresh();
      }
    },
    settled: async () => looking,
    dispose: () => follow.dispose(),
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

/** Calls `onChange` when other instructions may be there. */
function followChanges(onChange: () => void): vscode.Disposable {
  const watch = () =>
    vscode.Disposable.from(
      ...(vscode.workspace.workspaceFolders ?? []).map((folder) => {
        const pattern = '{AGENTS.md,CLAUDE.md,.github/copilot-instructions.md}';
        const watcher = vscode.workspace.createFileSystemWatcher(
          new vscode.RelativePattern(folder, pattern),
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

import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../../shared/conversation/conversation.ts';
import type { FoundFile, OfferedSource } from '../../../shared/panel/panelProtocol.ts';
import { askAboutLarge } from '../largeItems.ts';
import type { ContextSource, PickedContext } from '../contextSource.ts';
import { followItems } from '../followRange.ts';
import { createFrozenTexts, openContextItem } from './openContextItem.ts';
import { createRenewals, type CurrentMessage } from './renewals.ts';
import { pickFiles } from '../sources/files.ts';
import type { WorkspaceFiles } from '../files/workspaceFiles.ts';

/** What is attached to a message, and a sentence for each thing that is not. */
export interface AddedContext {
  readonly items: readonly ContextItem[];
  readonly problems: readonly string[];
}

/** A source as "Add to Chat" shows it. */
export interface ShownSource extends OfferedSource {
  readonly detail?: string | undefined;
}

/** Everything of VS Code that can be attached to messages. It sends nothing. */
export type ContextRegistry = ReturnType<typeof createContextRegistry>;

/** Gives the registry, which is loaded when it is first needed. */
export type Contexts = () => Promise<ContextRegistry>;

/** What is found for a text after `#`. */
export interface FoundContext {
  readonly sources: readonly OfferedSource[];
  readonly files: readonly FoundFile[];
}

/** Gives the registry of these sources, which are shown in this order. */
export function createContextRegistry(
  sources: readonly ContextSource[],
  workspaceFiles: WorkspaceFiles,
) {
  const renewals = createRenewals();
  const frozen = createFrozenTexts();
  let picking = new vscode.CancellationTokenSource();
  const attach = async (picked: PickedContext | undefined): Promise<AddedContext | undefined> => {
    const { items, problems = [] } = picked ?? { items: [] };
    const choice = await askAboutLarge(
      items.filter(({ isConfirmed }) => isConfirmed !== true).map(({ item }) => item),
    );
    return picked === undefined || choice === undefined
      ? undefined
      : {
          items: items.map((item) =>
            renewals.keep(item, choice === 'cut' && item.isConfirmed !== true),
          ),
          problems,
        };
  };
  return {
    /** Attaches what was read, unless it is large and the user does not want it. */
    attach: async (picked: PickedContext): Promise<AddedContext | undefined> => attach(picked),
    /** Attaches items likewise. Code of open documents is followed through their changes until it is sent. */
    follow: async (items: readonly ContextItem[]): Promise<AddedContext | undefined> =>
      attach({ items: followItems(items) }),
    /** The sources that have something to attach now. */
    offered: (): readonly ShownSource[] => offeredSources(sources),
    /** Asks and reads what the source with this name has. Undefined if the user cancelled, or there is no such source. */
    async pick(name: string): Promise<AddedContext | undefined> {
      const source = sources.find((one) => one.name === name);
      picking.cancel();
      picking.dispose();
      picking = new vscode.CancellationTokenSource();
      return attach(await source?.pick(picking.token));
    },
    /**
     * Reads files and folders. Unless the user has chosen them in a command of VS Code (`isChosen`), the user must
     * confirm those outside of the workspace: the panel names them, and the panel is not trusted because it shows model
     * output.
     */
    add: async (
      uris: readonly vscode.Uri[],
      isChosen: boolean,
    ): Promise<AddedContext | undefined> => attach(await pickFiles(uris, isChosen)),
    /** The message with its items as they are now, and a sentence for each item that could not be read again. */
    current: async (message: UserMessage): Promise<CurrentMessage> => renewals.current(message),
    /**
     * Shows the sources and files for what is typed after `#`: while the workspace is being read, the open files first,
     * and then all. Nothing is shown any more when a later search has begun.
     */
    async find(query: string, show: (found: FoundContext) => void): Promise<void> {
      const wanted = query.toLowerCase();
      const named = offeredSources(sources).filter(({ name }) => name.startsWith(wanted));
      await workspaceFiles.find(query, (files) => show({ sources: named, files }));
    },
    /** Shows where an item is from or, if it is not there any more, its text. */
    open: async (item: ContextItem): Promise<void> => openContextItem(item, frozen),
    dispose(): void {
      picking.cancel();
      picking.dispose();
      workspaceFiles.dispose();
      frozen.dispose();
      renewals.dispose();
    },
  };
}

function offeredSources(sources: readonly ContextSource[]): readonly ShownSource[] {
  return sources
    .filter(({ isOffered }) => isOffered())
    .map(({ name, icon, label, detail }) => ({
      name,
      icon,
      label: label(),
      detail: detail?.(),
    }));
}

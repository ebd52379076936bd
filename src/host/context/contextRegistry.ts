import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import type { FoundFile, OfferedSource } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { askAboutLarge } from './askAboutLarge.ts';
import type { ContextSource, PickedContext, PickedItem } from './contextSource.ts';
import { cutItem, maxItemLength } from './cutItem.ts';
import { createFrozenTexts } from './frozenTexts.ts';
import { openContextItem } from './openContextItem.ts';
import { pickFiles } from './sources/files.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';

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
export interface ContextRegistry extends vscode.Disposable {
  /** The sources that have something to attach now. */
  offered(): readonly ShownSource[];
  /** Attaches what was read, unless it is large and the user does not want it. */
  attach(picked: PickedContext): Promise<AddedContext | undefined>;
  /** Asks and reads what the source with this name has. Undefined if the user cancelled, or there is no such source. */
  pick(name: string): Promise<AddedContext | undefined>;
  /**
   * Reads files and folders. Unless the user has chosen them in a command of VS Code (`isChosen`), the user must
   * confirm those outside of the workspace: the panel names them, and the panel is not trusted because it shows model
   * output.
   */
  add(uris: readonly vscode.Uri[], isChosen: boolean): Promise<AddedContext | undefined>;
  /** The message with its items as they are now, and a sentence for each item that could not be read again. */
  current(message: UserMessage): Promise<{
    readonly message: UserMessage;
    readonly problems: readonly string[];
  }>;
  /** The sources and files for what is typed after `#`. Undefined if a later search has begun. */
  find(query: string): Promise<FoundContext | undefined>;
  /** Shows where an item is from or, if it is not there any more, its text. */
  open(item: ContextItem): Promise<void>;
}

interface FoundContext {
  readonly sources: readonly OfferedSource[];
  readonly files: readonly FoundFile[];
}

/** How an item that is attached is read again. */
interface Renewal {
  readonly read: () => Promise<ContextItem | undefined>;
  readonly isCut: boolean;
}

/** So many of the items that were attached last can be read again; others are sent as they are. */
const maxRenewals = 500;

/** Sending does not wait longer for an item to be read again. */
const defaultRenewTimeoutMs = 10_000;

/** Gives the registry of these sources, which are shown in this order. */
export function createContextRegistry(
  sources: readonly ContextSource[],
  workspaceFiles: WorkspaceFiles,
  renewTimeoutMs = defaultRenewTimeoutMs,
): ContextRegistry {
  /** By address. The page gets the addresses but cannot make one that is known here. */
  const renewals = new Map<string, Renewal>();
  const frozen = createFrozenTexts();
  let picking = new vscode.CancellationTokenSource();
  const keep = ({ item, renew }: PickedItem, isCut: boolean): ContextItem => {
    const shown = isCut ? cutItem(item) : item;
    if (renew === undefined) {
      return shown;
    }
    const uri = item.uri ?? `parley-context:${crypto.randomUUID()}`;
    renewals.delete(uri);
    renewals.set(uri, { read: renew, isCut });
    const [oldest] = renewals.keys();
    if (renewals.size > maxRenewals && oldest !== undefined) {
      renewals.delete(oldest);
    }
    return { ...shown, uri };
  };
  const attach = async (picked: PickedContext | undefined): Promise<AddedContext | undefined> => {
    const { items, problems = [] } = picked ?? { items: [] };
    const choice = await askAboutLarge(items.map(({ item }) => item));
    return picked === undefined || choice === undefined
      ? undefined
      : { items: items.map((item) => keep(item, choice === 'cut')), problems };
  };
  const renewed = async (item: ContextItem): Promise<Renewed> => {
    const { uri, ...kept } = item;
    const renewal = uri === undefined ? undefined : renewals.get(uri);
    return renewal === undefined
      ? { item: kept, problem: uri === undefined ? undefined : staleWords(item) }
      : renewedItem(kept, renewal, renewTimeoutMs);
  };
  return {
    attach,
    offered: () => offeredSources(sources),
    async pick(name) {
      const source = sources.find((one) => one.name === name);
      picking.cancel();
      picking.dispose();
      picking = new vscode.CancellationTokenSource();
      return attach(await source?.pick(picking.token));
    },
    add: async (uris, isChosen) => attach(await pickFiles(uris, isChosen)),
    async current({ context, ...others }) {
      const all = await Promise.all(context.map(renewed));
      return {
        message: { ...others, context: all.map(({ item }) => item) },
        problems: all.flatMap(({ problem }) => problem ?? []),
      };
    },
    async find(query) {
      const wanted = query.toLowerCase();
      const files = await workspaceFiles.find(query);
      return (
        files && {
          sources: offeredSources(sources).filter(({ name }) => name.startsWith(wanted)),
          files,
        }
      );
    },
    open: async (item) => openContextItem(item, frozen),
    dispose() {
      picking.cancel();
      picking.dispose();
      workspaceFiles.dispose();
      frozen.dispose();
      renewals.clear();
    },
  };
}

interface Renewed {
  /** Without its address, which is neither sent nor stored. */
  readonly item: ContextItem;
  readonly problem?: string | undefined;
}

async function renewedItem(
  kept: ContextItem,
  { read, isCut }: Renewal,
  timeoutMs: number,
): Promise<Renewed> {
  const now = await within(read, timeoutMs);
  if (now === undefined) {
    return { item: kept, problem: staleWords(kept) };
  }
  const { uri: _uri, ...item } = now;
  return item.text.length > maxItemLength && !isCut
    ? { item: cutItem(item), problem: grownWords(item) }
    : { item: isCut ? cutItem(item) : item };
}

/** Undefined if reading fails or takes too long: what the user has attached is then sent as it was. */
async function within<T>(read: () => Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
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

function staleWords({ path }: ContextItem): string {
  return vscode.l10n.t(
    '{0} could not be read again. It was sent as it was when you added it.',
    visibleText(path),
  );
}

function grownWords({ path }: ContextItem): string {
  return vscode.l10n.t(
    '{0} is larger than {1} MB now. Only the first part was sent.',
    visibleText(path),
    formatNumber(1),
  );
}

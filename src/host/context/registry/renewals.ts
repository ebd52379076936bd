import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../../shared/conversation/conversation.ts';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { PickedItem } from '../contextSource.ts';
import { cutItem, maxItemLength } from '../largeItems.ts';

/** A message as it is sent, and a sentence for each item that could not be read again. */
export interface CurrentMessage {
  readonly message: UserMessage;
  readonly problems: readonly string[];
}

interface Renewal {
  readonly read: () => Promise<ContextItem | undefined>;
  readonly isCut: boolean;
}

/** So many of the items that were attached last can be read again; others are sent as they are. */
const maxRenewals = 500;

/** Sending does not wait longer for an item. */
const defaultTimeoutMs = 10_000;

/** Longer names are cut in sentences. In characters. */
const maxName = 200;

/**
 * Items that are read again when their message is sent. After `timeoutMs`, an item is sent as it was when it was
 * attached.
 */
export function createRenewals(timeoutMs = defaultTimeoutMs) {
  /** By address. The page is given the addresses, and cannot make one that is known here. */
  const renewals = new Map<string, Renewal>();
  return {
    /** The item as it is attached: cut if it `isCut`, and with an address if it can be read again. */
    keep({ item, renew }: PickedItem, isCut: boolean): ContextItem {
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
    },
    /** The message with its items as they are now, without their addresses, which are neither sent nor stored. */
    async current({ context, ...others }: UserMessage): Promise<CurrentMessage> {
      const all = await Promise.all(
        context.map(async ({ uri, ...item }): Promise<Renewed> =>
          uri === undefined ? { item } : renewed(item, renewals.get(uri), timeoutMs),
        ),
      );
      return {
        message: { ...others, context: all.map(({ item }) => item) },
        problems: all.flatMap(({ problem }) => problem ?? []),
      };
    },
    dispose: () => renewals.clear(),
  };
}

interface Renewed {
  readonly item: ContextItem;
  readonly problem?: string | undefined;
}

async function renewed(
  kept: ContextItem,
  renewal: Renewal | undefined,
  timeoutMs: number,
): Promise<Renewed> {
  const now = renewal && (await within(renewal.read, timeoutMs));
  const name = visibleText(kept.path.slice(-maxName));
  if (renewal === undefined || now === undefined) {
    const problem = vscode.l10n.t(
      '{0} could not be read again. It is sent as it was when you added it.',
      name,
    );
    return { item: kept, problem };
  }
  const { uri: _uri, ...item } = now;
  if (item.text.length > maxItemLength && !renewal.isCut) {
    const problem = vscode.l10n.t(
      '{0} is larger than {1} MB now. Only its first part is sent.',
      name,
      formatNumber(maxItemLength / 1024 / 1024),
    );
    return { item: cutItem(item), problem };
  }
  return { item: renewal.isCut ? cutItem(item) : item };
}

/** Undefined if reading fails or takes too long. */
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

import type * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';

/** Something of VS Code that can be attached to a message: a row of "Add to Chat", and of the list after `#`. */
export interface ContextSource {
  /** What is typed after `#` to find it: lower case, without spaces, not translated. */
  readonly name: string;
  /** The ID of a codicon. */
  readonly icon: string;
  /** In the display language, such as "Changes…". It ends with "…" if the user is asked something. */
  readonly label: () => string;
  /** What there is to attach, such as the lines that are selected. Shown beside the label in "Add to Chat". */
  readonly detail?: (() => string | undefined) | undefined;
  /** Whether there is something to attach now. Called each time a list is shown, so it must be quick. */
  readonly isOffered: () => boolean;
  /** Asks the user what there is to ask, and reads. Sends nothing. Undefined if the user cancelled. */
  readonly pick: (signal: vscode.CancellationToken) => Promise<PickedContext | undefined>;
}

/** What was read, and a sentence for each thing that was not. */
export interface PickedContext {
  readonly items: readonly PickedItem[];
  readonly problems?: readonly string[] | undefined;
}

/** An item, and how it is read again just before it is sent. */
export interface PickedItem {
  readonly item: ContextItem;
  /** Undefined if it is gone; the item is then sent as it was. Missing if the item never changes. */
  readonly renew?: (() => Promise<ContextItem | undefined>) | undefined;
  /** The user has seen how large it is, and is not asked again. */
  readonly isConfirmed?: true | undefined;
}

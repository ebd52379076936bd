import { isArrayOf, isBoolean, isRecord, isString } from './guards.ts';

/** What is noted of a conversation for the history; kept in `conversation.json` beside the rest. */
export interface ConversationNotes {
  /** What the user calls it; without it, its first message names it. */
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Name of the workspace in which it was begun. */
  readonly workspace?: string | undefined;
}

/** Every note by name, undefined where it is not stored as it should be. */
export function readNotes(head: unknown): ConversationNotes {
  const { title, pinned, tags, workspace } = isRecord(head) ? head : {};
  return {
    title: isString(title) ? title : undefined,
    pinned: isBoolean(pinned) ? pinned : undefined,
    tags: isArrayOf(isString)(tags) ? tags : undefined,
    workspace: isString(workspace) ? workspace : undefined,
  };
}

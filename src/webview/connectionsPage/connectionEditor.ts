import {
  draftFields,
  emptyDraft,
  type ConnectionDraft,
  type DraftField,
  type DraftProblems,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type { ConnectionItem, DraftCheck } from '../../shared/connectionsPage/protocol.ts';

/** The state of an open form. */
export interface Editor {
  /** The ref of the connection that is edited, or of the form itself for a new connection. */
  readonly ref: string;
  /** The connection as it was last read from the settings. */
  readonly base: ConnectionDraft;
  /** The texts of the form. */
  readonly draft: ConnectionDraft;
  /** The fields whose problems are shown: those that the user has changed, or all after Save. */
  readonly touched: readonly string[];
  /** Grows with each change. A check of an earlier revision is out of date. */
  readonly revision: number;
  /** The host's last check of the draft. */
  readonly check?: DraftCheck | undefined;
  /** The fields that were changed differently in the form and in the settings. */
  readonly conflicts: readonly DraftField[];
  /** Whether the connection was removed from the settings. */
  readonly isGone: boolean;
  /** Whether the host is saving the form. */
  readonly isSaving: boolean;
}

/** Opens a form for `item`, or an empty one for a new connection. */
export function openEditor(ref: string, item?: ConnectionItem): Editor {
  const draft = item?.draft ?? emptyDraft;
  return {
    ref,
    base: draft,
    draft,
    touched: item === undefined ? [] : draftFields,
    revision: 0,
    conflicts: [],
    isGone: false,
    isSaving: false,
  };
}

/** The form after the user has changed some fields. */
export function withChange(editor: Editor, change: Partial<ConnectionDraft>): Editor {
  return {
    ...editor,
    draft: { ...editor.draft, ...change },
    touched: [...new Set([...editor.touched, ...Object.keys(change)])],
    revision: editor.revision + 1,
  };
}

/** The form with the problems of all fields shown, as after Save. */
export function withAllTouched(editor: Editor): Editor {
  return { ...editor, touched: draftFields };
}

/**
 * The form after the settings have changed elsewhere: fields that the user has not changed take the
 * new values, the others stay. Without `item` the connection is no longer in the settings.
 */
export function rebase(editor: Editor, item: ConnectionItem | undefined): Editor {
  if (item === undefined) {
    return { ...editor, isGone: !isNew(editor.ref) };
  }
  const { base, draft } = editor;
  const isEdited = (field: DraftField) => !isSame(draft[field], base[field]);
  const changed = draftFields.filter((field) => !isSame(item.draft[field], base[field]));
  const conflicts = [...new Set([...editor.conflicts, ...changed])].filter(
    (field) => isEdited(field) && !isSame(draft[field], item.draft[field]),
  );
  const edited = Object.fromEntries(
    draftFields.filter(isEdited).map((field) => [field, draft[field]]),
  );
  return {
    ...editor,
    base: item.draft,
    draft: { ...item.draft, ...edited },
    conflicts,
    isGone: false,
    revision: changed.length > 0 ? editor.revision + 1 : editor.revision,
  };
}

/** Whether the form is for a connection that is not in the settings yet. */
export function isNew(ref: string): boolean {
  return ref.startsWith('new ');
}

/** Whether the form differs from the settings. */
export function isChanged({ base, draft }: Pick<Editor, 'base' | 'draft'>): boolean {
  return !isSame(base, draft);
}

/** The problems that are shown, by field; that of one header is under `headers.<index>`. */
export function shownProblems({ check, touched }: Editor): DraftProblems {
  const problems = Object.entries(check?.problems ?? {});
  return Object.fromEntries(
    problems.filter(([field]) => touched.includes(field.replace(/\..*/, ''))),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

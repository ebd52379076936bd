import {
  draftFields,
  emptyDraft,
  type ConnectionDraft,
  type DraftField,
  type DraftProblems,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type { ConnectionItem, DraftCheck } from '../../shared/connectionsPage/protocol.ts';

/** A form in which a connection is being edited. */
export interface Editor {
  readonly ref: string;
  /** What the settings held when they were last looked at. */
  readonly base: ConnectionDraft;
  readonly draft: ConnectionDraft;
  /** The boxes whose problems are shown; those that nobody has been in yet stay quiet. */
  readonly touched: readonly string[];
  /** Grows with each change; a check of an earlier one is out of date. */
  readonly revision: number;
  readonly check?: DraftCheck | undefined;
  /** The boxes that the user and somebody else have changed to different ends. */
  readonly conflicts: readonly DraftField[];
  /** Whether the entry is no longer in the settings. */
  readonly isGone: boolean;
  /** Whether a save is under way. */
  readonly isSaving: boolean;
}

/** A form for an item, or for a new connection. */
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

/** The form after the user has changed some boxes. */
export function withChange(editor: Editor, change: Partial<ConnectionDraft>): Editor {
  return {
    ...editor,
    draft: { ...editor.draft, ...change },
    touched: [...new Set([...editor.touched, ...Object.keys(change)])],
    revision: editor.revision + 1,
  };
}

/** The form with every problem shown, as when the user wants to save. */
export function withAllTouched(editor: Editor): Editor {
  return { ...editor, touched: draftFields };
}

/**
 * The form after the settings have changed elsewhere: boxes that the user has left alone follow,
 * what is being typed stays.
 */
export function rebased(editor: Editor, item: ConnectionItem | undefined): Editor {
  if (item === undefined) {
    return { ...editor, isGone: !isNew(editor.ref) };
  }
  const { base, draft } = editor;
  const isOwn = (field: DraftField) => !isSame(draft[field], base[field]);
  const news = draftFields.filter((field) => !isSame(item.draft[field], base[field]));
  const conflicts = [...new Set([...editor.conflicts, ...news])].filter(
    (field) => isOwn(field) && !isSame(draft[field], item.draft[field]),
  );
  const kept = Object.fromEntries(draftFields.filter(isOwn).map((field) => [field, draft[field]]));
  return {
    ...editor,
    base: item.draft,
    draft: { ...item.draft, ...kept },
    conflicts,
    isGone: false,
    revision: news.length > 0 ? editor.revision + 1 : editor.revision,
  };
}

/** Whether the form is for a connection that is not in the settings yet. */
export function isNew(ref: string): boolean {
  return ref.startsWith('new ');
}

/** Whether the form holds what the settings do not. */
export function isChanged({ base, draft }: Pick<Editor, 'base' | 'draft'>): boolean {
  return !isSame(base, draft);
}

/** The problems of the boxes that the user has been in. */
export function shownProblems({ check, touched }: Editor): DraftProblems {
  const problems = Object.entries(check?.problems ?? {});
  return Object.fromEntries(
    problems.filter(([field]) => touched.includes(field.replace(/\..*/, ''))),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

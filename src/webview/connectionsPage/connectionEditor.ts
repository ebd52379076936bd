import {
  type ConnectionDraft,
  type DraftField,
  draftFields,
  draftWith,
  emptyDraft,
  type FieldTexts,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type { DraftCheck, OpenForm, TestResult } from '../../shared/connectionsPage/protocol.ts';

/** The state of an open form. `base` is the connection as it was last read from the settings. */
export interface Editor extends OpenForm {
  /** Whether the problem of an empty field is shown: not before a new connection is tested or saved. */
  readonly isTried: boolean;
  /** The host's last check. */
  readonly check?: DraftCheck | undefined;
  /** The last test. */
  readonly test?: TestResult | 'running' | undefined;
  /** The fields that were changed differently in the form and in the settings. */
  readonly conflicts: readonly DraftField[];
  /** Whether the connection was removed from the settings. */
  readonly isGone: boolean;
}

/** Opens a form. */
export function openEditor({ ref, base, draft }: OpenForm): Editor {
  return { ref, base, draft, isTried: isSaved(base), conflicts: [], isGone: false };
}

/** Whether a connection was in the settings. */
function isSaved(base: ConnectionDraft): boolean {
  return !isSame(base, emptyDraft);
}

/** The form after some fields have changed. */
export function withChange(editor: Editor, change: FieldTexts): Editor {
  return { ...editor, draft: { ...editor.draft, ...change } };
}

/**
 * The form after the settings have changed elsewhere: fields that the user has not changed take the
 * new values, the others stay. `saved` is missing if the connection is not in the settings.
 */
export function rebase(editor: Editor, saved: ConnectionDraft | undefined): Editor {
  const { base, draft } = editor;
  if (saved === undefined) {
    return { ...editor, isGone: isSaved(base) };
  }
  const conflicts = draftFields.filter(
    (field) =>
      (editor.conflicts.includes(field) || saved[field] !== base[field]) &&
      draft[field] !== base[field] &&
      draft[field] !== saved[field],
  );
  const merged = draftWith((field) => (draft[field] === base[field] ? saved : draft)[field]);
  return { ...editor, base: saved, draft: merged, conflicts, isGone: false };
}

/** Whether the form differs from the settings. */
export function isChanged({ base, draft }: OpenForm): boolean {
  return !isSame(base, draft);
}

/** Whether two forms have the same content. */
export function isSame(one: ConnectionDraft, other: ConnectionDraft): boolean {
  return draftFields.every((field) => one[field] === other[field]);
}

/** The problem of a field that is shown. */
export function shownProblem(
  { check, draft, isTried }: Editor,
  field: DraftField,
): string | undefined {
  return isTried || draft[field] !== '' ? check?.problems[field] : undefined;
}

import {
  type DraftField,
  draftFields,
  type FieldTexts,
  usedFields,
} from '../../shared/connectionsPage/connectionDraft.ts';
import { isRecord } from '../../shared/guards.ts';
import { type Connection, entryValues, isConnection } from './connection.ts';
import { fieldText, readField } from './connectionFields.ts';
import { addressName } from './shownAddress.ts';

/**
 * The form for an entry of the setting, which may be any value, so that the user can correct an entry that
 * cannot be used. Unknown fields are left out, because one of them may contain a key.
 */
export function draftOf(entry: unknown): FieldTexts {
  const values = entryValues(isRecord(entry) ? entry : {});
  const set = draftFields.filter((field) => values.get(field) !== undefined);
  return Object.fromEntries(set.map((field) => [field, fieldText(field, values.get(field))]));
}

/** What makes the form of a connection out of another form. */
export function changeOf(draft: FieldTexts, connection: Connection): FieldTexts {
  const wanted = draftOf(connection);
  const changed = draftFields.filter((field) => (wanted[field] ?? '') !== (draft[field] ?? ''));
  return Object.fromEntries(changed.map((field) => [field, wanted[field] ?? '']));
}

/** What is wrong with a draft, and the connection without the fields that have a problem, but for its address. */
export function readDraft(
  draft: FieldTexts,
  id: string,
): { readonly problems: FieldTexts; readonly connection: Connection } {
  const problems: Partial<Record<DraftField, string>> = {};
  const values: Record<string, unknown> = {};
  for (const field of usedFields(draft['keyFrom.kind'])) {
    const { value, problem } = readField(field, draft[field] ?? '');
    if (problem !== undefined) {
      problems[field] = problem;
    } else if (value !== undefined) {
      const [name = '', part] = field.split('.');
      const parts = values[name];
      values[name] =
        part === undefined ? value : { ...(isRecord(parts) ? parts : {}), [part]: value };
    }
  }
  if (Object.keys(problems).some((field) => field.startsWith('keyFrom.'))) {
    delete values['keyFrom'];
  }
  const { name = '' } = draft;
  const baseUrl = draft.baseUrl?.trim() ?? '';
  const least = { id, name: name.trim() || addressName(baseUrl), baseUrl };
  const entry = { ...values, ...least };
  return { problems, connection: isConnection(entry) ? entry : least };
}

import { type KeyDraft, typedKey } from '../../../shared/connectionsPage/keyDraft.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import { isKeySourceKind, type KeySource } from '../../../shared/service/keySource.ts';
import { sourceFields } from './keySourceProblem.ts';

/** The form for the value of `keyFrom` in an entry of the setting, which may be any value. */
export function keyDraftOf(value: unknown): KeyDraft {
  if (!isRecord(value) || !isKeySourceKind(value['kind'])) {
    return typedKey;
  }
  const { kind } = value;
  const text = value[sourceFields[kind]];
  return { kind, text: isString(text) ? text : '' };
}

/** The value of `keyFrom` that a form describes; it may have problems (`keySourceProblem`). */
export function readKeyDraft({ kind, text }: KeyDraft): KeySource | undefined {
  const trimmed = text.trim();
  switch (kind) {
    case 'typed':
      return undefined;
    case 'stored':
      return { kind, name: trimmed };
    case 'environment':
      return { kind, variable: trimmed };
    case 'command':
      return { kind, command: trimmed };
    case 'microsoft':
      return trimmed === '' ? { kind } : { kind, scope: trimmed };
  }
}

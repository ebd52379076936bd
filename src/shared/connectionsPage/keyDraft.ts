import { isKeySourceKind, type KeySourceKind } from '../service/keySource.ts';

/** Where a key comes from, as it is being edited. It does not contain the key. */
export interface KeyDraft {
  /** Empty for the key that is typed for the origin. */
  readonly kind: '' | KeySourceKind;
  /** The name of the key, the variable, the command or the scope. */
  readonly text: string;
}

/** The text of the field: the kind, a space and the text; empty for the key that is typed for the origin. */
export function keyText({ kind, text }: KeyDraft): string {
  return kind === '' ? '' : `${kind} ${text}`;
}

/** Reads the text of the field. */
export function readKeyText(keyFrom: string): KeyDraft {
  const [kind, ...words] = keyFrom.split(' ');
  return isKeySourceKind(kind) ? { kind, text: words.join(' ') } : { kind: '', text: '' };
}

import { isObjectOf, isOneOf, isString, type Guard } from '../guards.ts';
import { keySourceKinds, type KeySourceKind } from '../service/keySource.ts';

/** Where a key comes from, as it is being edited. It does not contain the key. */
export interface KeyDraft {
  readonly kind: 'typed' | KeySourceKind;
  /** The name of the key, the variable, the command or the scope; empty for `typed`. */
  readonly text: string;
}

/** The key that is typed for the origin. */
export const typedKey: KeyDraft = { kind: 'typed', text: '' };

/** Guards the shape. The text can be anything that was typed. */
export const isKeyDraft: Guard<KeyDraft> = isObjectOf({
  kind: isOneOf('typed', ...keySourceKinds),
  text: isString,
});

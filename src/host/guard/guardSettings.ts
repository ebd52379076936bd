import { isRecord } from '../../shared/guards.ts';
import { userValue } from '../base/settings.ts';

/** What is looked for in a message. */
export interface GuardSettings {
  readonly secrets: boolean;
  readonly envValues: boolean;
  readonly hiddenCharacters: boolean;
}

/** The user's own setting: a workspace cannot switch the guard off. What is not set is on. */
export function guardSettings(): GuardSettings {
  const value = userValue('guard');
  const isOn = (name: keyof GuardSettings): boolean => !isRecord(value) || value[name] !== false;
  return {
    secrets: isOn('secrets'),
    envValues: isOn('envValues'),
    hiddenCharacters: isOn('hiddenCharacters'),
  };
}

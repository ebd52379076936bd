import { isString } from '../../../shared/guards.ts';
import { MementoMap, type MementoValues } from './mementoMap.ts';

/** Texts in a Memento, such as what the user has agreed to. Read again on each call, as in `MementoMap`. */
export interface MementoSet {
  has(text: string): boolean;
  /** `has` knows of it at once. The promise rejects if VS Code cannot store it. */
  add(text: string): Thenable<void>;
  delete(text: string): Thenable<void>;
}

/** More connections than anybody has. */
const usualEntries = 200;

/** The texts at `stateKey`. Beyond `maxEntries`, those that were added longest ago are dropped. */
export function createMementoSet(
  memento: MementoValues,
  stateKey: string,
  maxEntries = usualEntries,
): MementoSet {
  const texts = new MementoMap<string, string>(memento, {
    stateKey,
    isEntry: isString,
    isFor: (known, text) => known === text,
    maxEntries,
  });
  return {
    has: (text) => texts.get(text) !== undefined,
    add: (text) => texts.set(text, text),
    delete: (text) => texts.set(text, undefined),
  };
}

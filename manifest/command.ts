import type { Key } from './keys.ts';
import type { Place } from './places.ts';

/**
 * A command that the manifest contributes: everything about it but what runs, which has the same ID in `src/host`, and
 * its title in other languages (`package.nls.*.json`, by `command.<ID without parley>`).
 */
export interface Command {
  /** In English. */
  readonly title: string;
  /** The title of a button. */
  readonly shortTitle?: string;
  /** What `docs/commands.md` says of it after its title and keys. */
  readonly about?: string;
  /** A name of VS Code's product icons, or files. */
  readonly icon?: string | { readonly light: string; readonly dark: string };
  /** When the Command Palette has it: always unless this says otherwise, never if `false`. */
  readonly palette?: string | false;
  readonly menus?: readonly Place[];
  /** Of those that apply at once, VS Code takes the last one. */
  readonly keys?: readonly Key[];
}

/** Commands by their IDs. */
export type Commands = Readonly<Record<`parley.${string}`, Command>>;

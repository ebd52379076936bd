import type { Commands } from './command.ts';
import { lists } from './commands.ts';
import { submenus } from './submenus.ts';

/** What the manifest contributes of commands, their menus and their keys. */
export interface Contributions {
  readonly commands: readonly object[];
  readonly submenus: readonly object[];
  /** The entries of each menu. */
  readonly menus: Readonly<Record<string, readonly object[]>>;
  readonly keybindings: readonly object[];
}

const entries = Object.values<Commands>(lists).flatMap((commands) => Object.entries(commands));

/** The parts of `contributes` that are made of the commands and submenus, as VS Code reads them. */
export function contributions(): Contributions {
  return {
    commands: entries.map(([id, { shortTitle, icon }]) => ({
      command: id,
      title: `%${wordKey(id)}%`,
      ...(shortTitle !== undefined && { shortTitle: `%${wordKey(id)}.short%` }),
      category: 'Parley',
      ...(icon !== undefined && { icon: typeof icon === 'string' ? `$(${icon})` : icon }),
    })),
    submenus: Object.entries(submenus).map(([id, { label }]) => ({ id, label })),
    menus: menus(),
    keybindings: entries.flatMap(([id, { keys = [] }]) =>
      keys.map(({ key, mac = key.replaceAll('Ctrl', 'Cmd'), when, args }) => ({
        command: id,
        key: key.toLowerCase(),
        ...(mac !== key && { mac: mac.toLowerCase() }),
        when,
        ...(args !== undefined && { args }),
      })),
    ),
  };
}

/** The English titles, by their keys in `package.nls.json`. */
export function titles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.flatMap(([id, { title, shortTitle }]) => [
      [wordKey(id), title],
      ...(shortTitle === undefined ? [] : [[`${wordKey(id)}.short`, shortTitle]]),
    ]),
  );
}

function wordKey(id: string): string {
  return id.replace('parley.', 'command.');
}

function menus(): Contributions['menus'] {
  const byMenu: Record<string, object[]> = {};
  const add = (menu: string, entry: object): void => void (byMenu[menu] ??= []).push(entry);
  for (const [submenu, { menus: places }] of Object.entries(submenus)) {
    for (const { menu, when, group } of places) {
      add(menu, { submenu, when, group });
    }
  }
  for (const [command, { palette, menus: places = [] }] of entries) {
    if (palette !== undefined) {
      add('commandPalette', { command, when: String(palette) });
    }
    for (const { menu, when, group } of places) {
      add(menu, { command, when, group });
    }
  }
  return byMenu;
}

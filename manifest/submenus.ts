import { hasGit } from './conditions.ts';
import { chatMenu, type Place, type SubmenuId } from './places.ts';

/** A submenu: its label, which `package.nls.json` has between `%`, and where it is. */
interface Submenu {
  readonly label: string;
  readonly menus: readonly Place[];
}

/** The submenus, in which what is about one thing is together. */
export const submenus: Readonly<Record<SubmenuId, Submenu>> = {
  'parley.editor': {
    label: 'Parley',
    menus: [
      { menu: 'editor/context', group: '1_parley' },
      { menu: 'notebook/cell/title', group: '6_parley@1' },
    ],
  },
  'parley.terminal': {
    label: 'Parley',
    menus: [
      {
        menu: 'terminal/context',
        group: '6_parley',
        when: 'terminalTextSelected || parley.hasFailedCommand',
      },
    ],
  },
  'parley.sourceControl': {
    label: 'Parley',
    menus: [{ menu: 'scm/title', group: '7_parley@1', when: hasGit }],
  },
  'parley.thisChat': { label: '%submenu.thisChat%', menus: chatMenu('0_chat@2') },
  'parley.connections': { label: '%submenu.connections%', menus: chatMenu('1_model@2') },
};

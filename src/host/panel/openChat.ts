import * as vscode from 'vscode';
import { isKeyOf, isRecord } from '../../shared/guards.ts';
import { type Command, isMenuContext } from '../base/commands.ts';
import type { Panel } from './panel.ts';
import { openSideBar } from './sideBar.ts';

/** The places that the key of Parley: Open Chat can be pressed in, with the command that leads back there. */
const waysBack = {
  editor: 'workbench.action.focusActiveEditorGroup',
  panel: 'workbench.action.focusPanel',
  explorer: 'workbench.explorer.fileView.focus',
  search: 'workbench.view.search.focus',
  sourceControl: 'workbench.scm.focus',
} as const;

const isPlace = isKeyOf(waysBack);

/**
 * The command that shows the chat in the side bar. Its keybindings say where the key was pressed: VS Code tells an
 * extension nothing of the focus. In the chat, the same key leads back to that place.
 */
export function openChatCommand(sideBar: Pick<Panel, 'hasFocus'> | undefined): Command {
  let cameFrom: keyof typeof waysBack = 'editor';
  return {
    read(args) {
      const [key, ...others] = args;
      const from = isRecord(key) && Object.hasOwn(key, 'from') ? key['from'] : undefined;
      if (!isPlace(from) || others.length > 0) {
        return isMenuContext(args) ? openSideBar : undefined;
      }
      return async () => {
        if (sideBar?.hasFocus === true) {
          await vscode.commands.executeCommand(waysBack[cameFrom]);
        } else {
          cameFrom = from;
          await openSideBar();
        }
      };
    },
  };
}

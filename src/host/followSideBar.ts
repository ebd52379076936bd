import * as vscode from 'vscode';
import { isBegun } from '../chat/isBegun.ts';
import { isHeadEvent } from '../shared/conversationEvent.ts';
import type { PanelView } from './panelView.ts';
import type { ShownChat } from './shownChat.ts';

/** Notes which chat the side bar shows, once it is begun. */
export function followSideBar(sideBar: PanelView, shown: ShownChat): vscode.Disposable {
  let following: vscode.Disposable | undefined;
  const follow = () => {
    following?.dispose();
    const { session } = sideBar.chat;
    const { id } = session.conversation;
    shown.write(isBegun(session.conversation) ? id : undefined);
    following = session.onDidApply((event) => {
      const isStored = session.conversation.isTemporary !== true;
      if (isStored && (event.kind === 'turnStarted' || isHeadEvent(event))) {
        shown.write(id);
      }
    });
  };
  follow();
  const changes = sideBar.onDidChange((change) => change === 'chat' && follow());
  return new vscode.Disposable(() => {
    following?.dispose();
    changes.dispose();
  });
}

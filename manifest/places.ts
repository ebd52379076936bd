/** A submenu of Parley's. */
export type SubmenuId =
  | 'parley.connections'
  | 'parley.editor'
  | 'parley.sourceControl'
  | 'parley.terminal'
  | 'parley.thisChat';

/** A menu: one of VS Code's, by its name there, or a submenu. */
type Menu =
  | 'editor/context'
  | 'editor/title'
  | 'editor/title/context'
  | 'explorer/context'
  | 'notebook/cell/title'
  | 'scm/title'
  | 'terminal/context'
  | 'testing/message/content'
  | 'testing/message/context'
  | 'view/item/context'
  | 'view/title'
  | 'webview/context'
  | SubmenuId;

/** A place in a menu. */
export interface Place {
  readonly menu: Menu;
  /** The group and the order in it; `navigation` and `inline` are buttons. */
  readonly group?: string;
  readonly when?: string;
}

/** A part of a chat's page that has a menu: `data-vscode-context` there says which. */
type Section = 'title' | 'message' | 'reply' | 'code' | 'reply|message' | 'title|temporary';

/** The menu of a chat, in the side bar and in a tab, whose menu begins with it. */
export function chatMenu(group: string): readonly Place[] {
  return [
    ofView(group),
    {
      menu: 'editor/title',
      group: group.startsWith('navigation') ? group : `0_${group.replace('_', '')}`,
      when: "activeWebviewPanelId == 'parley.chatTab'",
    },
  ];
}

/** The menu of the chat in the side bar only. */
export function ofView(group: string): Place {
  return { menu: 'view/title', group, when: 'view == parley.chat' };
}

/** The menu of the view of all chats. */
export function ofList(group: string): Place {
  return { menu: 'view/title', group, when: 'view == parley.history' };
}

/** The menu of a chat in the view of all chats. */
export function ofRow(group: string, condition?: string): Place {
  const when = 'view == parley.history && viewItem == chat';
  return { menu: 'view/item/context', group, when: both(when, condition) };
}

/** The menu of a part of a chat's page. */
export function ofPage(section: Section, group: string, condition?: string): Place {
  const is = section.includes('|') ? `=~ /^(${section})$/` : `== '${section}'`;
  const when = `webviewId =~ /^parley\\.chat/ && parleySection ${is}`;
  return { menu: 'webview/context', group, when: both(when, condition) };
}

/** What changes the whole chat: in its menu, and in that of its title. */
export function thisChat(group: string, section: Section = 'title'): readonly Place[] {
  return [ofPage(section, group), { menu: 'parley.thisChat', group }];
}

function both(when: string, condition: string | undefined): string {
  return condition === undefined ? when : `${when} && ${condition}`;
}

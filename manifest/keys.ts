/** A key of a command. */
export interface Key {
  /** As users read it, such as `Ctrl+K J`. */
  readonly key: string;
  /** On a Mac, if it is not the same with `Cmd` in the place of `Ctrl`. */
  readonly mac?: string;
  readonly when: string;
  /** Where that is, in the words of `docs/commands.md`. */
  readonly where?: string;
  /** What the command is told of it. */
  readonly args?: unknown;
}

/** A key in the page of a chat. */
export function inChat(key: string): Key {
  return { key, when: 'parley.hasFocus && !editorTextFocus', where: 'in the chat' };
}

/** A key in the view of all chats. */
export function inList(key: string, mac?: string): Key {
  return {
    key,
    ...(mac !== undefined && { mac }),
    when: 'focusedView == parley.history && listFocus && !inputFocus',
    where: 'in the list',
  };
}

/** A key in an editor. */
export function inCode(key: string, condition?: string): Key {
  const when = "editorTextFocus && focusedView != 'workbench.panel.repl.view'";
  return { key, when: condition === undefined ? when : `${condition} && ${when}` };
}

/** A key in a diff that shows what is proposed. */
export function inDiff(key: string, condition: string, unless = ''): Key {
  const when = `${condition} && isInDiffEditor && editorTextFocus`;
  return { key, when: unless === '' ? when : `${when} && ${unless}` };
}

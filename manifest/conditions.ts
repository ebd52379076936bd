/** When the chat of the active panel has a reply. */
export const hasReplies = 'parley.hasReplies';

/** In what can be code, and so neither a log nor results of a search. */
export const ofCode = '!(resourceScheme =~ /^(output|search-editor|parley-request)$/)';

/** Where `Cmd+K` of a Mac does not clear a terminal or the debug console. */
export const ofMac = "!isMac || !terminalFocus && focusedView != 'workbench.panel.repl.view'";

/** Parley's icon, where only a picture says whose button it is. */
export const parleyIcon = { light: 'media/tabLight.svg', dark: 'media/tabDark.svg' };

/** In the part of Source Control that is a repository of Git, where Parley can read it. */
export const hasGit = 'scmProvider == git && parley.git';

/** In the diff of a rewrite that is not running any more. */
export const isRewritten = 'parley.rewriting && parley.rewriting != running';

import type { Commands } from '../command.ts';
import { hasReplies, parleyIcon } from '../conditions.ts';
import { chatMenu, ofPage } from '../places.ts';

/** What goes along with a message, and what was sent. */
export const context = {
  'parley.addToChat': {
    title: 'Add to Chat…',
    about: 'attaches [context](context.md).',
  },
  'parley.addFileToChat': {
    title: 'Add to Parley',
    palette: false,
    menus: [
      { menu: 'explorer/context', group: '6_parley' },
      {
        menu: 'editor/title/context',
        group: '6_parley',
        when: 'resourceScheme =~ /^(untitled|vscode-remote|vscode-vfs)$/ || isFileSystemResource && !(resourceScheme =~ /^(parley|git$|vscode-)/)',
      },
      { menu: 'notebook/cell/title', group: '6_parley@2', when: 'notebookCellType == code' },
    ],
  },
  'parley.runPrompt': {
    title: 'Run Prompt with Parley…',
    icon: parleyIcon,
    menus: [
      { menu: 'parley.editor', group: '2_prompts@1' },
      { menu: 'editor/title', group: 'navigation', when: 'resourceFilename =~ /\\.prompt\\.md$/i' },
    ],
  },
  'parley.turn.saveAsPrompt': {
    title: 'Save Message as Prompt…',
    palette: hasReplies,
    menus: [ofPage('message', '2_open@1')],
  },
  'parley.chooseInstructions': {
    title: 'Choose Instructions for New Chats…',
  },
  'parley.showRequest': {
    title: 'Preview Request',
    about: 'shows exactly what the next message would send.',
    icon: 'eye',
    menus: [
      { menu: 'parley.editor', group: '3_preview@1' },
      ...chatMenu('3_log@1'),
      { menu: 'parley.sourceControl', group: '1_preview@1' },
    ],
  },
  'parley.copyRequestAsCurl': {
    title: 'Copy Request as cURL',
    about: 'copies it, with a placeholder for the API key.',
    icon: 'copy',
    palette: 'resourceScheme == parley-request',
    menus: [
      { menu: 'editor/title', group: 'navigation', when: 'resourceScheme == parley-request' },
    ],
  },
  'parley.showCosts': {
    title: 'Show Costs',
    about: 'shows what replies used and cost.',
  },
  'parley.showLog': {
    title: 'Show Log',
    about: 'has each request and how it ended, without API keys.',
    icon: 'output',
    menus: chatMenu('3_log@2'),
  },
} satisfies Commands;

import type { Commands } from '../command.ts';
import { hasReplies, ofMac } from '../conditions.ts';
import { inChat, inList } from '../keys.ts';
import { chatMenu, ofList, ofPage, ofRow, ofView, thisChat } from '../places.ts';

/** Chats: opened, found, named, moved. */
export const chats = {
  'parley.open': {
    title: 'Open Chat',
    about: 'moves the focus to the chat, or back to where you were.',
    icon: 'comment-discussion',
    keys: [
      { key: 'Ctrl+K J', when: ofMac, args: { from: 'editor' } },
      { key: 'Ctrl+K J', when: `panelFocus && (${ofMac})`, args: { from: 'panel' } },
      {
        key: 'Ctrl+K J',
        when: 'focusedView == workbench.explorer.fileView',
        args: { from: 'explorer' },
      },
      { key: 'Ctrl+K J', when: 'focusedView == workbench.view.search', args: { from: 'search' } },
      { key: 'Ctrl+K J', when: 'focusedView == workbench.scm', args: { from: 'sourceControl' } },
    ],
  },
  'parley.newChat': {
    title: 'New Chat',
    icon: 'add',
    menus: [...chatMenu('navigation@1'), ofList('navigation@2')],
    keys: [{ key: 'Ctrl+K G', when: ofMac }],
  },
  'parley.newTemporaryChat': {
    title: 'New Temporary Chat',
    about: 'is not saved unless you choose **Save** above it.',
    icon: 'eye-closed',
    menus: [ofView('0_chat@4')],
  },
  'parley.openInEditor': {
    title: 'Open Chat in Editor Tab',
    icon: 'link-external',
    menus: [ofView('0_chat@3'), ofRow('1_open@1', '!listMultiSelection')],
    keys: [inChat('Ctrl+K B')],
  },
  'parley.showHistory': {
    title: 'Show Chats…',
    icon: 'history',
    menus: chatMenu('navigation@2'),
    keys: [inChat('Ctrl+K H')],
  },
  'parley.chats.filter': {
    title: 'Filter Chats…',
    icon: 'filter',
    menus: [ofList('navigation@1')],
  },
  'parley.chats.rename': {
    title: 'Rename Chat…',
    icon: 'edit',
    palette: hasReplies,
    menus: [...thisChat('1_change@1'), ofRow('2_change@1', '!listMultiSelection')],
    keys: [{ ...inList('F2'), args: 'selection' }],
  },
  'parley.chats.titleFromModel': {
    title: 'Generate Title (Uses Tokens)…',
    palette: hasReplies,
    menus: [...thisChat('1_change@2'), ofRow('2_change@2', '!listMultiSelection')],
  },
  'parley.chats.pin': {
    title: 'Pin or Unpin Chat',
    icon: 'pin',
    palette: hasReplies,
    menus: [...thisChat('1_change@4'), ofRow('inline@1'), ofRow('2_change@4')],
  },
  'parley.chats.tag': {
    title: 'Edit Chat Tags…',
    palette: hasReplies,
    menus: [...thisChat('1_change@3'), ofRow('2_change@3')],
  },
  'parley.chats.duplicate': {
    title: 'Duplicate Chat',
    palette: hasReplies,
    menus: [...thisChat('2_copy@1'), ofRow('3_copy@1')],
  },
  'parley.chats.remove': {
    title: 'Delete Chat',
    icon: 'trash',
    palette: hasReplies,
    menus: [...thisChat('9_remove@1'), ofRow('inline@2'), ofRow('9_remove@1')],
    keys: [{ ...inList('Delete', 'Cmd+Backspace'), args: 'selection' }],
  },
  'parley.exportChats': {
    title: 'Export Chats…',
    menus: [
      ...chatMenu('2_transfer@1'),
      ofList('5_chats@2'),
      ofPage('title', '2_copy@2'),
      ofRow('3_copy@2'),
    ],
  },
  'parley.importChats': {
    title: 'Import Chats…',
    menus: [...chatMenu('2_transfer@2'), ofList('5_chats@1')],
  },
  'parley.moveChats': {
    title: 'Move All Chats to Another Folder…',
  },
} satisfies Commands;

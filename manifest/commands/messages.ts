import type { Commands } from '../command.ts';
import { hasGit, hasReplies } from '../conditions.ts';
import { inChat } from '../keys.ts';
import { chatMenu, ofPage, thisChat } from '../places.ts';

/** The messages and replies of a chat. */
export const messages = {
  'parley.stop': {
    title: 'Stop Generating',
    about: 'stops the reply of this chat, or else all in the window.',
    icon: 'debug-stop',
    palette: 'parley.anyBusy || parley.writesCommitMessage || parley.rewriting == running',
    menus: [
      { menu: 'editor/title', group: 'navigation@-9', when: 'parley.rewriting == running' },
      {
        menu: 'scm/title',
        group: 'navigation@9',
        when: `${hasGit} && scmProviderRootUri in parley.commitMessageRoots`,
      },
    ],
    keys: [
      {
        key: 'Escape',
        when: 'parley.writesCommitMessage && scmRepository',
        where: 'in Source Control',
        args: 'commitMessage',
      },
    ],
  },
  'parley.turn.retryWith': {
    title: 'Regenerate Reply…',
    about: 'asks for another reply, from any model. Earlier replies are kept.',
    palette: 'parley.hasReplies && !parley.busy',
    menus: [ofPage('reply', '1_reply@1', '!parley.busy')],
  },
  'parley.turn.compare': {
    title: 'Compare with Another Model…',
    about: 'shows two side by side.',
    palette: 'parley.hasReplies && !parley.busy',
    menus: [ofPage('reply', '1_reply@2', '!parley.busy')],
  },
  'parley.turn.continueReply': {
    title: 'Continue Reply',
    palette: 'parley.canContinue && !parley.busy',
  },
  'parley.turn.copyReply': {
    title: 'Copy Reply',
    palette: hasReplies,
  },
  'parley.turn.openReply': {
    title: 'Open Reply in Editor',
    palette: hasReplies,
    menus: [ofPage('reply', '2_open@1')],
  },
  'parley.turn.removeTurn': {
    title: 'Delete Message and Reply',
    about: 'can be undone.',
    palette: 'parley.hasReplies && !parley.busy',
    menus: [ofPage('reply|message', '9_remove@1', '!parley.busy')],
  },
  'parley.editSystemPrompt': {
    title: 'Edit Chat System Prompt',
    menus: thisChat('0_prompt@1', 'title|temporary'),
  },
  'parley.editParameters': {
    title: 'Edit Chat Parameters',
  },
  'parley.find': {
    title: 'Find in Chat',
    about: 'is `Ctrl+F`. `Enter`, `Shift+Enter` and `F3` go from match to match.',
    palette: hasReplies,
    menus: chatMenu('0_chat@1'),
  },
  'parley.readLastReply': {
    title: 'Read Last Reply',
    palette: hasReplies,
    keys: [inChat('Ctrl+K V')],
  },
  'parley.foldMessage': {
    title: 'Collapse or Expand Message',
    palette: hasReplies,
    menus: [ofPage('reply', '2_open@2')],
  },
} satisfies Commands;

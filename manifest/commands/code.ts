import type { Commands } from '../command.ts';
import { hasReplies } from '../conditions.ts';
import { inChat, inDiff } from '../keys.ts';
import { ofPage } from '../places.ts';

/** The code of replies, and what it would change. */
export const code = {
  'parley.code.apply': {
    title: 'Apply Code to File…',
    icon: 'git-pull-request-go-to-changes',
    palette: hasReplies,
    menus: [ofPage('code', '1_edit@1')],
  },
  'parley.turn.applyReply': {
    title: 'Apply All Code Blocks…',
    palette: hasReplies,
    menus: [ofPage('reply', '2_open@3')],
  },
  'parley.code.insert': {
    title: 'Insert Code at Cursor',
    palette: hasReplies,
    menus: [ofPage('code', '1_edit@2')],
  },
  'parley.code.newFile': {
    title: 'Open Code as New File',
    palette: hasReplies,
    menus: [ofPage('code', '1_edit@3')],
  },
  'parley.code.insertIntoTerminal': {
    title: 'Insert Code into Terminal',
    about: 'does not run it.',
    palette: 'parley.hasReplies && terminalProcessSupported',
    menus: [ofPage('code', '3_terminal@1', 'terminalProcessSupported')],
  },
  'parley.code.wrap': {
    title: 'Toggle Line Wrap of Code',
    palette: hasReplies,
    menus: [ofPage('code', '5_view@1')],
  },
  'parley.code.compare': {
    title: 'Compare Code with Selection or Clipboard',
    about: 'compares with the clipboard if nothing is selected.',
    palette: hasReplies,
    menus: [ofPage('code', '2_compare@1')],
  },
  'parley.nextCodeBlock': {
    title: 'Next Code Block',
    palette: hasReplies,
    keys: [inChat('Ctrl+Alt+PageDown')],
  },
  'parley.previousCodeBlock': {
    title: 'Previous Code Block',
    palette: hasReplies,
    keys: [inChat('Ctrl+Alt+PageUp')],
  },
  'parley.review.list': {
    title: 'Show Proposed Changes',
    palette: 'parley.hasProposals',
  },
  'parley.review.acceptAll': {
    title: 'Accept All Proposed Changes',
    palette: 'parley.reviewing',
    keys: [inDiff('Ctrl+Enter', 'parley.reviewing')],
  },
  'parley.review.acceptAll.button': {
    title: 'Accept',
    palette: false,
    menus: [{ menu: 'editor/title', group: 'navigation@-9', when: 'parley.reviewing' }],
  },
  'parley.review.rejectAll': {
    title: 'Reject All Proposed Changes',
    palette: 'parley.reviewing || parley.rewriting == failed',
    keys: [
      inDiff(
        'Escape',
        '(parley.reviewing || parley.rewriting)',
        '!findWidgetVisible && !editorHasSelection && !editorHasMultipleSelections && !editorHoverVisible && !markersNavigationVisible && !notificationToastsVisible && !suggestWidgetVisible && !parameterHintsVisible && !inlineSuggestionVisible && !inSnippetMode && !renameInputVisible',
      ),
    ],
  },
  'parley.review.rejectAll.button': {
    title: 'Reject',
    palette: false,
    menus: [
      {
        menu: 'editor/title',
        group: 'navigation@-8',
        when: 'parley.reviewing || parley.rewriting == failed',
      },
    ],
  },
  'parley.review.acceptChange': {
    title: 'Accept Proposed Change',
    palette: 'parley.reviewing',
    menus: [{ menu: 'editor/title', group: '1_review@1', when: 'parley.reviewing' }],
    keys: [inDiff('Ctrl+K Ctrl+Y', 'parley.reviewing')],
  },
  'parley.review.rejectChange': {
    title: 'Reject Proposed Change',
    palette: 'parley.reviewing',
    menus: [{ menu: 'editor/title', group: '1_review@2', when: 'parley.reviewing' }],
    keys: [inDiff('Ctrl+K Ctrl+N', 'parley.reviewing')],
  },
} satisfies Commands;

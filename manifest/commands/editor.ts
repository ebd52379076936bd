import type { Commands } from '../command.ts';
import { hasGit, isRewritten, ofCode, parleyIcon } from '../conditions.ts';
import { inCode, inDiff } from '../keys.ts';

/** Code, terminals and commit messages, from where they are. */
export const editor = {
  'parley.askAboutSelection': {
    title: 'Ask About Selection',
    palette: 'editorIsOpen',
    menus: [{ menu: 'parley.editor', group: '1_ask@0' }],
    keys: [inCode('Ctrl+K H')],
  },
  'parley.explain': {
    title: 'Explain',
    palette: 'editorIsOpen',
    menus: [{ menu: 'parley.editor', group: '2_actions@1' }],
    keys: [inCode('Ctrl+K L')],
  },
  'parley.fix': {
    title: 'Fix',
    palette: `editorIsOpen && ${ofCode}`,
    menus: [{ menu: 'parley.editor', group: '2_actions@2', when: ofCode }],
    keys: [inCode('Ctrl+K X')],
  },
  'parley.improve': {
    title: 'Improve Code',
    palette: `editorIsOpen && ${ofCode}`,
    menus: [{ menu: 'parley.editor', group: '2_actions@3', when: ofCode }],
  },
  'parley.writeTests': {
    title: 'Write Tests',
    palette: `editorIsOpen && ${ofCode}`,
    menus: [{ menu: 'parley.editor', group: '2_actions@4', when: ofCode }],
  },
  'parley.document': {
    title: 'Document Code',
    palette: `editorIsOpen && ${ofCode}`,
    menus: [{ menu: 'parley.editor', group: '2_actions@5', when: ofCode }],
  },
  'parley.translate': {
    title: 'Translate to…',
    palette: `editorIsOpen && ${ofCode}`,
    menus: [{ menu: 'parley.editor', group: '2_actions@6', when: ofCode }],
  },
  'parley.askAgain': {
    title: 'Ask the Same About This Selection',
    palette: 'editorIsOpen && parley.hasQuestion',
    menus: [{ menu: 'parley.editor', group: '1_ask@2', when: 'parley.hasQuestion' }],
    keys: [inCode('Ctrl+K B', 'parley.hasQuestion')],
  },
  'parley.rewrite': {
    title: 'Rewrite Selection…',
    palette: `editorIsOpen && !activeEditorIsReadonly && ${ofCode}`,
    menus: [
      { menu: 'parley.editor', group: '1_ask@3', when: `!activeEditorIsReadonly && ${ofCode}` },
    ],
    keys: [inCode('Ctrl+K A', '!editorReadonly'), inDiff('Ctrl+K A', isRewritten)],
  },
  'parley.rewrite.refine': {
    title: 'Refine Rewrite…',
    shortTitle: 'Refine…',
    about: 'is `Ctrl+K A` in its diff.',
    palette: 'parley.rewriting == ready || parley.rewriting == failed',
    menus: [{ menu: 'editor/title', group: 'navigation@-7', when: isRewritten }],
  },
  'parley.rewrite.copy': {
    title: 'Copy Rewritten Code',
    palette: false,
    menus: [{ menu: 'editor/title', group: '1_review@3', when: isRewritten }],
  },
  'parley.rewrite.openInChat': {
    title: 'Open Rewrite in Chat',
    palette: false,
    menus: [{ menu: 'editor/title', group: '1_review@4', when: isRewritten }],
  },
  'parley.askAboutTerminalSelection': {
    title: 'Ask About Terminal Selection',
    palette: 'terminalTextSelected',
    menus: [{ menu: 'parley.terminal', group: '1_selection@1', when: 'terminalTextSelected' }],
  },
  'parley.explainTerminal': {
    title: 'Explain Terminal Output',
    palette: 'terminalTextSelected || parley.hasFailedCommand',
    menus: [{ menu: 'parley.terminal', group: '1_selection@2' }],
  },
  'parley.explainTestFailure': {
    title: 'Explain Test Failure with Parley',
    palette: false,
    menus: [
      { menu: 'testing/message/context', group: '6_parley' },
      { menu: 'testing/message/content', when: 'config.parley.lightbulb' },
    ],
  },
  'parley.generateCommitMessage': {
    title: 'Generate Commit Message with Parley',
    icon: parleyIcon,
    palette: 'parley.git',
    menus: [
      {
        menu: 'scm/title',
        group: 'navigation@9',
        when: `${hasGit} && scmProviderRootUri not in parley.commitMessageRoots`,
      },
    ],
  },
  'parley.restoreCommitMessage': {
    title: 'Restore Previous Commit Message',
    palette: 'parley.replacedCommitMessages',
    menus: [
      {
        menu: 'parley.sourceControl',
        group: '2_restore@1',
        when: 'scmProviderRootUri in parley.replacedCommitMessages',
      },
    ],
  },
} satisfies Commands;

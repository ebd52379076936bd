import type * as vscode from 'vscode';
import { loadOnce } from './base/loadOnce.ts';
import type { CodeAction, CodePageAction, PressedCode } from '../shared/panel/panelProtocol.ts';
import { isRecord } from '../shared/guards.ts';
import type { createCodeActions } from './apply/createCodeActions.ts';
import { type Command, isMenuContext, isNone } from './base/commands.ts';
import { loadCodeActions, loadCodeInMarkdown, loadSyntaxOf } from './bundles.ts';
import type { Chat } from './chat/chat.ts';
import type { Panels } from './panel/panels.ts';
import { closeStaleDiffs } from './review/staleDiffs.ts';

type Loaded = ReturnType<typeof createCodeActions>;

/** What is done with blocks of code, loaded when it is first asked for. */
export interface CodeOfReplies {
  readonly act: (action: CodeAction, code: PressedCode, chat: Chat) => Promise<void>;
  readonly applyReply: (turnId: string, chat: Chat) => Promise<void>;
  readonly review: (action: keyof Loaded['review']) => Promise<void>;
  readonly decide: Loaded['decide'];
}

/** Closes the diffs of an earlier session, whose proposals are gone, and loads nothing. */
export function createCodeOfReplies({
  extensionUri,
  subscriptions,
}: vscode.ExtensionContext): CodeOfReplies {
  const actions = loadOnce(async (): Promise<Loaded> => {
    const create = await loadCodeActions(extensionUri);
    const loaded = create({
      loadSyntax: async () => loadSyntaxOf(extensionUri),
      loadCodeInMarkdown: async () => loadCodeInMarkdown(extensionUri),
    });
    subscriptions.push(loaded);
    return loaded;
  });
  void closeStaleDiffs('parley-changes');
  return {
    act: async (...pressed) => (await actions()).act(...pressed),
    applyReply: async (...reply) => (await actions()).applyReply(...reply),
    review: async (action) => (await actions()).review[action](),
    decide: async (...decision) => (await actions()).decide(...decision),
  };
}

/** The commands on the block of code whose menu was opened, or that has the focus, and on the review. */
export function codeCommands(
  panels: Panels,
  { review, decide }: Pick<CodeOfReplies, 'review' | 'decide'>,
) {
  const on = (action: CodeAction | CodePageAction): Command => ({
    read([context, ...others]) {
      const isOfMenu = isRecord(context) && context['parleySection'] === 'code';
      return (isOfMenu || context === undefined) && isNone(others)
        ? () => panels.active.tell({ kind: 'actOnCode', action, isOfMenu })
        : undefined;
    },
  });
  const onReview = (action: Parameters<typeof review>[0]): Command => ({
    read: (args) => (isMenuContext(args) ? async () => review(action) : undefined),
  });
  /** A link in the review: the address of a proposal, a line of it, and what is done with the part that is there. */
  const onLeftOut: Command = {
    read: ([proposal, line, decision, ...others]) =>
      typeof proposal === 'string' &&
      typeof line === 'number' &&
      (decision === 'delete' || decision === 'keep') &&
      isNone(others)
        ? async () => decide(proposal, line, decision)
        : undefined,
  };
  return {
    'parley.code.copy': on('copy'),
    'parley.code.wrap': on('wrap'),
    'parley.code.apply': on('apply'),
    'parley.code.insert': on('insert'),
    'parley.code.replaceSelection': on('replaceSelection'),
    'parley.code.newFile': on('newFile'),
    'parley.code.compareWithSelection': on('compareWithSelection'),
    'parley.code.compareWithClipboard': on('compareWithClipboard'),
    'parley.code.insertIntoTerminal': on('insertIntoTerminal'),
    'parley.review.acceptAll': onReview('acceptAll'),
    'parley.review.rejectAll': onReview('rejectAll'),
    'parley.review.acceptChange': onReview('acceptChange'),
    'parley.review.rejectChange': onReview('rejectChange'),
    'parley.review.list': onReview('list'),
    'parley.review.decide': onLeftOut,
  } satisfies Record<`parley.code.${CodeAction | CodePageAction}`, Command> &
    Record<string, Command>;
}

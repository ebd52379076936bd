import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { statedPaths } from '../../shared/codePath/statedPath.ts';
import { pathTo } from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { CodeAction, PressedCode } from '../../shared/panel/panelProtocol.ts';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import { notificationText } from '../base/safeText.ts';
import type { ChangeOrigin } from '../review/changeOrigin.ts';
import { newFile } from '../editor/newFile.ts';
import type { Proposals } from '../review/proposals.ts';
import { AppliedBlocks, type BlockPlace } from './appliedBlocks.ts';
import { chooseFile } from './chooseTarget.ts';
import { insertAtCursor, replaceSelection } from './codeInEditor.ts';
import { compareWithClipboard, compareWithFile, compareWithSelection } from './compareCode.ts';
import { insertIntoTerminal } from './insertIntoTerminal.ts';
import { leftOutOfAll } from '../review/leftOutParts.ts';
import { planChanges } from './planChanges.ts';
import type { CreatedFile, Planned, StatedBlock } from './planContext.ts';
import { blockRefusalWords } from './refusalWords.ts';
import type { Review } from '../review/review.ts';
import { type FileChange, isSame } from '../review/reviewedFile.ts';

/** The chat that a block of code is in. */
interface CodeChat {
  readonly session: { readonly conversation: Conversation };
  readonly notice: (notice: PanelNotice) => void;
}

/** What the buttons and commands on blocks of code do. */
export interface CodeActions {
  readonly act: (action: CodeAction, code: PressedCode, chat: CodeChat) => Promise<void>;
  /** Applies all blocks of a reply that are for files. */
  readonly applyReply: (turnId: string, chat: CodeChat) => Promise<void>;
  /** The blocks of a chat of which something was written to files; undefined if there are none. */
  readonly applied: AppliedBlocks['of'];
  /** Shows where in its file a block was applied, if it was. */
  readonly showApplied: (replyId: string, index: number, chat: CodeChat) => Promise<void>;
}

/** What all of them share. */
export interface CodeServices {
  readonly loadSyntax: () => Promise<LoadSyntax>;
  /** Holds a whole markdown parser. */
  readonly loadCodeInMarkdown: () => Promise<typeof codeInMarkdown>;
  /** Called after the result of `applied` has changed. */
  readonly onApplied: () => void;
}

/** What is applied goes into `review`; what is compared is in `proposals`. */
export function createCodeActions(
  services: CodeServices,
  review: Pick<Review, 'add' | 'proposed'>,
  proposals: Proposals,
): CodeActions {
  const applied = new AppliedBlocks(services.onApplied);
  const tools = { ...services, proposals, review, applied };
  return {
    async act(action, code, chat) {
      const tell = (text: string, severity: PanelNotice['severity'] = 'info'): void =>
        chat.notice({ severity, text });
      switch (action) {
        case 'insert':
          return insertAtCursor(code.text, tell);
        case 'replaceSelection':
          return replaceSelection(code.text, tell);
        case 'newFile':
          return newFile(code.text, code.language);
        case 'compareWithSelection':
          return compareWithSelection(code.text, proposals, tell);
        case 'compareWithClipboard':
          return compareWithClipboard(code.text, proposals, tell);
        case 'insertIntoTerminal':
          return insertIntoTerminal(code.text, tell);
        case 'apply':
          return applyBlock(code, chat, tools);
      }
    },
    applyReply: async (turnId, chat) => applyReply(turnId, chat, tools),
    applied: (chatId) => applied.of(chatId),
    showApplied: async (replyId, index, { session }) =>
      applied.show({ chatId: session.conversation.id, replyId, index }),
  };
}

interface Tools extends CodeServices {
  readonly proposals: Proposals;
  readonly review: Pick<Review, 'add' | 'proposed'>;
  readonly applied: AppliedBlocks;
}

async function applyBlock(code: PressedCode, { session }: CodeChat, tools: Tools): Promise<void> {
  const reply = await replyOf(session.conversation, code.replyId, tools);
  const alike = reply?.blocks.filter(({ text }) => text === code.text) ?? [];
  const block = alike[code.nth];
  if (reply === undefined || block === undefined) {
    await offerOthers({ kind: 'refused', text: blockRefusalWords('incomplete') }, code.text, tools);
    return;
  }
  const planned = await planChanges(block, await contextOf(reply.turns, tools, true));
  if (planned.kind === 'refused') {
    await offerOthers(planned, code.text, tools);
  } else if (planned.kind === 'changes') {
    if (planned.changes.length === 0) {
      sayAlreadyThere(planned.already);
    }
    const { review, applied } = tools;
    const changes = planned.changes.map((change) => ({
      change,
      code: block.text,
      origin: applied.origin(block.place, change, review.proposed(change.uri)),
    }));
    await review.add(changesTogether(changes));
  }
}

async function contextOf(turns: readonly Turn[], { review, loadSyntax }: Tools, mayAsk: boolean) {
  return {
    turns,
    proposed: (uri: vscode.Uri) => review.proposed(uri),
    loadSyntax: await loadSyntax(),
    created: [],
    mayAsk,
  };
}

async function applyReply(turnId: string, { session }: CodeChat, tools: Tools): Promise<void> {
  const reply = await replyOf(session.conversation, turnId, tools);
  const context = reply && (await contextOf(reply.turns, tools, false));
  const changes: BlockChange[] = [];
  const created: CreatedFile[] = [];
  const refusals: { readonly planned: Refused; readonly code: string }[] = [];
  let applicable = 0;
  for (const block of context === undefined ? [] : (reply?.blocks ?? [])) {
    const proposed = (uri: vscode.Uri): string | undefined =>
      changes.findLast(({ change }) => isSame(change.uri, uri))?.change.text ??
      tools.review.proposed(uri);
    const planned: Planned =
      context === undefined
        ? { kind: 'cancelled' }
        : await planChanges(block, { ...context, proposed, created });
    if (planned.kind === 'refused' && planned.isShell !== true) {
      refusals.push({ planned, code: block.text });
    } else if (planned.kind === 'changes') {
      applicable += 1;
      created.push(...planned.created);
      for (const change of planned.changes) {
        const origin = tools.applied.origin(block.place, change, proposed(change.uri));
        changes.push({ change, code: block.text, origin });
      }
    }
  }
  if (applicable === 0 && refusals.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This reply has no code block that can be applied.'),
    );
    return;
  }
  await tools.review.add(changesTogether(changes));
  if (changes.length === 0 && refusals.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The files already have these changes.'),
    );
  }
  const [refused, other] = refusals;
  if (refused !== undefined && other === undefined) {
    const words = vscode.l10n.t('One code block was not applied. {0}', refused.planned.text);
    await offerOthers(refused.planned, refused.code, tools, words);
  } else if (refused !== undefined) {
    await tellRefusals(refusals.map(({ planned }) => planned.text));
  }
}

interface BlockChange {
  readonly change: FileChange;
  /** The code of its block. */
  readonly code: string;
  readonly origin: ChangeOrigin;
}

/** The changes of all blocks, one for each file. */
function changesTogether(changes: readonly BlockChange[]): readonly FileChange[] {
  const files = new Map(changes.map(({ change: { uri } }) => [uri.toString(), uri]));
  return [...files.values()].flatMap((uri) => {
    const own = changes.filter(({ change }) => isSame(change.uri, uri));
    const last = own.at(-1)?.change;
    const plans = own.map(({ change: { text, leftOut }, code }) => ({ text, leftOut, code }));
    const origins = own.map(({ origin }) => origin);
    return last === undefined ? [] : [{ ...last, ...leftOutOfAll(plans), origins }];
  });
}

/** Says that several blocks are not applied. All reasons are too long for a notification. */
async function tellRefusals(reasons: readonly string[]): Promise<void> {
  const show = vscode.l10n.t('Show Reasons');
  const words = plural(reasons.length, {
    other: vscode.l10n.t('{0} code blocks were not applied.', formatNumber(reasons.length)),
  });
  if ((await vscode.window.showWarningMessage(words, show)) === show) {
    const detail = reasons.map(notificationText).join('\n\n');
    await vscode.window.showWarningMessage(words, { modal: true, detail });
  }
}

type Refused = Extract<Planned, { kind: 'refused' }>;

interface ReplyCode {
  /** The turns up to the reply. */
  readonly turns: readonly Turn[];
  readonly blocks: readonly (StatedBlock & { readonly place: BlockPlace })[];
}

/** The blocks of a reply with what is said of them. */
async function replyOf(
  conversation: Conversation,
  turnId: string,
  { loadCodeInMarkdown }: CodeServices,
): Promise<ReplyCode | undefined> {
  const first = conversation.turns.find(({ id }) => id === turnId);
  if (first === undefined) {
    return undefined;
  }
  const shown = pathTo(conversation, conversation.headId);
  const path = shown.includes(first) ? shown : pathTo(conversation, turnId);
  const exchange = exchanges(path).find((turns) => turns.includes(first)) ?? [first];
  const last = exchange.at(-1) ?? first;
  const isWhole = last.reply.status === 'completed';
  const text = exchange.map(({ reply }) => reply.text).join('');
  const readCode = await loadCodeInMarkdown();
  // The page knows a reply by its first turn.
  const replyId = exchange[0]?.id ?? turnId;
  const blocks = readCode(text).map((block, index) => ({
    place: { chatId: conversation.id, replyId, index, length: block.text.length },
    text: block.text,
    language: block.language,
    paths: statedPaths(block),
    // What is closed is complete, also if the text after it was cut.
    isComplete: block.isClosed || (block.isIndented && isWhole),
  }));
  return { turns: path.slice(0, path.indexOf(first) + 1), blocks };
}

/** Says why a block is not applied, and offers what can be done with it. */
async function offerOthers(
  { text, uri, isShell = false }: Refused,
  code: string,
  { proposals }: Tools,
  words = vscode.l10n.t('Not applied. {0}', text),
): Promise<void> {
  const compare = vscode.l10n.t('Compare with File…');
  const copy = vscode.l10n.t('Copy Code');
  const terminal = vscode.l10n.t('Insert into Terminal');
  const chosen = await vscode.window.showWarningMessage(
    words,
    ...(isShell ? [terminal] : [compare]),
    copy,
  );
  if (chosen === copy) {
    await vscode.env.clipboard.writeText(code);
  } else if (chosen === terminal) {
    await insertIntoTerminal(code, (words) => void vscode.window.showInformationMessage(words));
  } else if (chosen === compare) {
    const file = await chooseFile(
      uri === undefined ? [] : [uri],
      vscode.l10n.t('Choose the file to compare the code block with.'),
    );
    if (file !== undefined) {
      await compareWithFile(file, code, proposals);
    }
  }
}

function sayAlreadyThere(files: readonly string[]): void {
  const [file, other] = files;
  void vscode.window.showInformationMessage(
    other === undefined
      ? vscode.l10n.t('{0} already has these changes.', notificationText(file ?? ''))
      : vscode.l10n.t('The files already have these changes.'),
  );
}

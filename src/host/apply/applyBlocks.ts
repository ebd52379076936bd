import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { PressedCode } from '../../shared/panel/panelProtocol.ts';
import { notificationText } from '../base/safeText.ts';
import { isSame } from '../editor/documentOf.ts';
import { notIn } from '../review/leftOutParts.ts';
import type { Review } from '../review/review.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import type { AppliedBlocks } from './appliedBlocks.ts';
import { chooseFile } from './chooseTarget.ts';
import { compareWithFile } from './compareCode.ts';
import { insertIntoTerminal } from './insertIntoTerminal.ts';
import { planChanges } from './planChanges.ts';
import type { CreatedFile, PlanContext } from './planContext.ts';
import { NotApplied } from './notApplied.ts';
import { blockRefusalWords } from './refusalWords.ts';
import { type PlacedBlock, replyBlocks } from './replyBlocks.ts';

/** What blocks are applied with. */
export interface ApplyTools {
  readonly loadSyntax: () => Promise<LoadSyntax>;
  /** Holds a whole markdown parser. */
  readonly loadCodeInMarkdown: () => Promise<typeof codeInMarkdown>;
  readonly review: Review;
  readonly applied: AppliedBlocks;
}

/** Applies a block of a chat, which is reviewed; says so if it cannot be, and offers what else can be done with it. */
export async function applyBlock(
  { text, nth, replyId }: PressedCode,
  conversation: Conversation,
  tools: ApplyTools,
): Promise<void> {
  const { turns, blocks } = replyBlocks(conversation, replyId, await tools.loadCodeInMarkdown());
  const block = blocks.filter((one) => one.text === text)[nth];
  if (block === undefined) {
    await offerOthers(new NotApplied(blockRefusalWords('incomplete')), text, tools);
    return;
  }
  const { changes, already, refused } = await applied([block], turns, true, tools);
  const [one] = refused;
  if (one !== undefined) {
    await offerOthers(one.refusal, text, tools);
  } else if (changes.length === 0 && already.length > 0) {
    sayAlreadyThere(already);
  }
}

/** Applies all blocks of a reply that are for files, without a question about what they do not say. */
export async function applyReply(
  turnId: string,
  conversation: Conversation,
  tools: ApplyTools,
): Promise<void> {
  const { turns, blocks } = replyBlocks(conversation, turnId, await tools.loadCodeInMarkdown());
  const { changes, already, refused: all } = await applied(blocks, turns, false, tools);
  const refused = all.filter(({ refusal }) => !refusal.isShell);
  const [one, other] = refused;
  if (changes.length > 0 && one === undefined) {
    return;
  }
  if (one === undefined) {
    if (already.length > 0) {
      sayAlreadyThere(already);
    } else {
      const words = vscode.l10n.t('This reply has no code block that can be applied.');
      void vscode.window.showInformationMessage(words);
    }
  } else if (other === undefined) {
    const words = vscode.l10n.t('One code block was not applied. {0}', one.refusal.message);
    await offerOthers(one.refusal, one.block.text, tools, words);
  } else {
    await tellRefusals(refused.map(({ refusal }) => refusal.message));
  }
}

interface BlockChange {
  readonly block: PlacedBlock;
  readonly change: FileChange;
}

interface Outcome {
  readonly changes: readonly BlockChange[];
  /** Files that already are as they would be afterwards. */
  readonly already: readonly string[];
  readonly refused: readonly { readonly block: PlacedBlock; readonly refusal: NotApplied }[];
}

/** Plans blocks, each for what those before it propose, and adds what they change to the review. */
async function applied(
  blocks: readonly PlacedBlock[],
  turns: readonly Turn[],
  mayAsk: boolean,
  { loadSyntax, review, applied: known }: ApplyTools,
): Promise<Outcome> {
  const changes: BlockChange[] = [];
  const already: string[] = [];
  const created: CreatedFile[] = [];
  const refused: { block: PlacedBlock; refusal: NotApplied }[] = [];
  const proposed = (uri: vscode.Uri): string | undefined =>
    changes.findLast(({ change }) => isSame(change.uri, uri))?.change.text ?? review.proposed(uri);
  const context: PlanContext = {
    turns,
    proposed,
    created,
    mayAsk,
    loadSyntax: await loadSyntax(),
  };
  for (const block of blocks) {
    try {
      const planned = await planChanges(block, context);
      already.push(...planned.already);
      created.push(...planned.created);
      for (const change of planned.changes) {
        const origin = known.origin(block.place, change, proposed(change.uri) ?? change.base);
        changes.push({ block, change: { ...change, origins: [origin] } });
      }
    } catch (error) {
      if (error instanceof NotApplied) {
        refused.push({ block, refusal: error });
      } else if (!(error instanceof vscode.CancellationError)) {
        throw error;
      }
    }
  }
  await review.add(
    changes.map(({ block, change }) => {
      const others = changes.filter(
        (one) => one.block !== block && isSame(one.change.uri, change.uri),
      );
      const codes = others.map((one) => one.block.text);
      return { ...change, leftOut: notIn(codes, change) };
    }),
  );
  return { changes, already, refused };
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

/** Says why a block is not applied, and offers what can be done with it. */
async function offerOthers(
  { message, uri, isShell }: NotApplied,
  code: string,
  { review: { proposals } }: ApplyTools,
  words = vscode.l10n.t('Not applied. {0}', message),
): Promise<void> {
  const compare = vscode.l10n.t('Compare with File…');
  const copy = vscode.l10n.t('Copy Code');
  const terminal = vscode.l10n.t('Insert into Terminal');
  const other = isShell ? terminal : compare;
  const answer = await vscode.window.showWarningMessage(words, other, copy);
  if (answer === copy) {
    await vscode.env.clipboard.writeText(code);
  } else if (answer === terminal) {
    await insertIntoTerminal(code, (why) => void vscode.window.showInformationMessage(why));
  } else if (answer === compare) {
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
  const [file = '', other] = new Set(files);
  void vscode.window.showInformationMessage(
    other === undefined
      ? vscode.l10n.t('{0} already has these changes.', notificationText(file))
      : vscode.l10n.t('The files already have these changes.'),
  );
}

import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/language/syntax.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { CodeAction, PressedCode } from '../../shared/panel/panelProtocol.ts';
import type { AppliedCode, PanelNotice } from '../../shared/panel/panelState.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import { notificationText } from '../base/safeText.ts';
import { fileName } from '../editor/codePlace.ts';
import { isSame } from '../editor/documentOf.ts';
import { newFile } from '../editor/newFile.ts';
import type { Review } from '../review/review.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import { AppliedBlocks } from './appliedBlocks.ts';
import { chooseFile } from './questions.ts';
import { compareCode, compareWithFile, insertAtCursor } from './codeInEditor.ts';
import { insertIntoTerminal } from './codeInTerminal.ts';
import { planChanges } from './planChanges.ts';
import { NotApplied, type PlanContext, type ReplyBlocks, replyBlocks } from './planContext.ts';
import { refusalWords } from './refusalWords.ts';

/** The chat that a block of code is in. */
interface CodeChat {
  readonly session: { readonly conversation: Conversation };
  readonly notice: (notice: PanelNotice) => void;
}

/** What all of them share. */
export interface CodeServices {
  readonly loadSyntax: () => Promise<LoadSyntax>;
  /** Holds a whole markdown parser. */
  readonly loadCodeInMarkdown: () => Promise<typeof codeInMarkdown>;
  /** Called after the result of `applied` has changed. */
  readonly onApplied: () => void;
}

/** What the buttons and commands on blocks of code do. */
export class CodeActions {
  readonly #services: CodeServices;
  readonly #review: Review;
  readonly #applied: AppliedBlocks;
  /** A block is planned for what those before it propose, which must have been added by then. */
  readonly #inTurn = createKeyedMutex();

  constructor(services: CodeServices, review: Review) {
    this.#services = services;
    this.#review = review;
    this.#applied = new AppliedBlocks(services.onApplied);
  }

  async act(action: CodeAction, code: PressedCode, { session, notice }: CodeChat): Promise<void> {
    const { proposals } = this.#review;
    const tell = (text: string, severity: PanelNotice['severity'] = 'info'): void =>
      notice({ severity, text });
    switch (action) {
      case 'insert':
        return insertAtCursor(code.text, tell);
      case 'newFile':
        return newFile(code.text, code.language);
      case 'compare':
        return compareCode(code.text, proposals, tell);
      case 'insertIntoTerminal':
        return insertIntoTerminal(code.text, tell);
      case 'apply':
        return this.#applyBlock(code, session.conversation);
    }
  }

  /** Applies all blocks of a reply that are for files, without a question about what they do not say. */
  async applyReply(turnId: string, { session }: CodeChat): Promise<void> {
    await this.#apply(await this.#blocksOf(session.conversation, turnId), false);
  }

  /** The blocks of a chat of which something was written to files; undefined if there are none. */
  applied(chatId: string): readonly AppliedCode[] | undefined {
    return this.#applied.of(chatId);
  }

  /** Shows where in its file a block was applied, if it was. */
  async showApplied(replyId: string, index: number, { session }: CodeChat): Promise<void> {
    await this.#applied.show({ chatId: session.conversation.id, replyId, index });
  }

  /** Applies a block, which is reviewed; says so if it cannot be, and offers what else can be done with it. */
  async #applyBlock({ text, nth, replyId }: PressedCode, chat: Conversation): Promise<void> {
    const { turns, blocks } = await this.#blocksOf(chat, replyId);
    const block = blocks.filter((one) => one.text === text)[nth];
    if (block === undefined) {
      await this.#offerOthers(new NotApplied(refusalWords('incomplete')), text);
      return;
    }
    await this.#apply({ turns, blocks: [block] }, true);
  }

  /** Applies blocks; says which are not, or shows what has their changes already. */
  async #apply(reply: ReplyBlocks, mayAsk: boolean): Promise<void> {
    const outcome = await this.#inTurn('', async () => this.#add(reply, mayAsk));
    const { changes, already } = outcome;
    // Among others, what is for a terminal need not be said not to be for a file.
    const refused = outcome.refused.filter(({ refusal }) => mayAsk || !refusal.isShell);
    const [one, other] = refused;
    if (other !== undefined) {
      await tellRefusals(refused.map(({ refusal }) => refusal.message));
    } else if (one !== undefined) {
      await this.#offerOthers(one.refusal, one.code);
    } else if (changes.length === 0 && already.length > 0) {
      await this.#showAlready(already);
    } else if (changes.length === 0 && !mayAsk) {
      const words = vscode.l10n.t('This reply has no code block that can be applied.');
      void vscode.window.showInformationMessage(words);
    }
  }

  async #blocksOf(chat: Conversation, turnId: string): Promise<ReplyBlocks> {
    return replyBlocks(chat, turnId, await this.#services.loadCodeInMarkdown());
  }

  /** Plans blocks, each for what those before it propose, and adds what they change to the review. */
  async #add({ turns, blocks }: ReplyBlocks, mayAsk: boolean) {
    const changes: FileChange[] = [];
    const already: vscode.Uri[] = [];
    const refused: { code: string; refusal: NotApplied }[] = [];
    const context: PlanContext = {
      turns,
      mayAsk,
      loadSyntax: await this.#services.loadSyntax(),
      proposed: (uri) =>
        changes.findLast((change) => isSame(change.uri, uri))?.text ?? this.#review.proposed(uri),
    };
    for (const block of blocks) {
      try {
        const planned = await planChanges(block, context);
        already.push(...planned.already);
        for (const change of planned.changes) {
          changes.push({
            ...change,
            onWritten: (uri, line) => this.#applied.add(block.place, uri, line),
          });
        }
      } catch (error) {
        if (error instanceof NotApplied) {
          refused.push({ code: block.text, refusal: error });
        } else if (!(error instanceof vscode.CancellationError)) {
          throw error;
        }
      }
    }
    await this.#review.add(changes);
    return { changes, already, refused };
  }

  /** Shows the proposals that have the changes already, or says that the files do. */
  async #showAlready(uris: readonly vscode.Uri[]): Promise<void> {
    const [name = '', other] = new Set(uris.map(fileName));
    if (!(await this.#review.showProposed(uris))) {
      void vscode.window.showInformationMessage(
        other === undefined
          ? vscode.l10n.t('{0} already has these changes.', notificationText(name))
          : vscode.l10n.t('The files already have these changes.'),
      );
    }
  }

  /** Says why a block is not applied, and offers what can be done with it. */
  async #offerOthers({ message, uri, isShell }: NotApplied, code: string): Promise<void> {
    const words = vscode.l10n.t('Not applied. {0}', message);
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
        await compareWithFile(file, code, this.#review.proposals);
      }
    }
  }
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

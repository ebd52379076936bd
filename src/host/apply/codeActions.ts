import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { AppliedCode } from '../../shared/panel/panelState.ts';
import type { CodeAction, PressedCode } from '../../shared/panel/panelProtocol.ts';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import { newFile } from '../editor/newFile.ts';
import type { Review } from '../review/review.ts';
import { AppliedBlocks } from './appliedBlocks.ts';
import { applyBlock, applyReply, type ApplyTools } from './applyBlocks.ts';
import { insertAtCursor, replaceSelection } from './codeInEditor.ts';
import { compareWithClipboard, compareWithSelection } from './compareCode.ts';
import { insertIntoTerminal } from './insertIntoTerminal.ts';

/** The chat that a block of code is in. */
interface CodeChat {
  readonly session: { readonly conversation: Conversation };
  readonly notice: (notice: PanelNotice) => void;
}

/** What all of them share. */
export interface CodeServices extends Pick<ApplyTools, 'loadSyntax' | 'loadCodeInMarkdown'> {
  /** Called after the result of `applied` has changed. */
  readonly onApplied: () => void;
}

/** What the buttons and commands on blocks of code do. */
export class CodeActions {
  readonly #tools: ApplyTools;

  constructor(services: CodeServices, review: Review) {
    this.#tools = { ...services, review, applied: new AppliedBlocks(services.onApplied) };
  }

  async act(action: CodeAction, code: PressedCode, { session, notice }: CodeChat): Promise<void> {
    const { proposals } = this.#tools.review;
    const tell = (text: string, severity: PanelNotice['severity'] = 'info'): void =>
      notice({ severity, text });
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
        return applyBlock(code, session.conversation, this.#tools);
    }
  }

  /** Applies all blocks of a reply that are for files. */
  async applyReply(turnId: string, { session }: CodeChat): Promise<void> {
    await applyReply(turnId, session.conversation, this.#tools);
  }

  /** The blocks of a chat of which something was written to files; undefined if there are none. */
  applied(chatId: string): readonly AppliedCode[] | undefined {
    return this.#tools.applied.of(chatId);
  }

  /** Shows where in its file a block was applied, if it was. */
  async showApplied(replyId: string, index: number, { session }: CodeChat): Promise<void> {
    await this.#tools.applied.show({ chatId: session.conversation.id, replyId, index });
  }
}

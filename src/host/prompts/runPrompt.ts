import * as vscode from 'vscode';
import type { HostToView } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import type { Chat } from '../chat/chat.ts';
import type { Models } from '../models/models.ts';
import { fillPrompt, type PromptContexts, editorBeside } from './fillPrompt.ts';
import type { Prompt, PromptList } from './promptList.ts';
import { type Suggestion, suggestionOf } from './suggestion.ts';

/** The panel whose input box a prompt is put into. */
export interface PromptPanel {
  readonly chat: Chat;
  readonly reveal: () => Promise<void>;
  readonly tell: (message: HostToView) => void;
}

/** What running prompts needs of the rest of Parley. */
interface RunServices {
  readonly contexts: PromptContexts;
  readonly models: Models;
}

/**
 * Puts a prompt into the input box of a panel, filled in. Sends nothing. What it suggests for model and parameters is
 * offered by a notice; gives what does that. Nothing changes if the user cancels one of the questions.
 */
export async function runPrompt(
  { uri, name }: Pick<Prompt, 'uri' | 'name'>,
  panel: PromptPanel,
  list: PromptList,
  { contexts, models }: RunServices,
): Promise<Suggestion['use']> {
  const file = await readOrSay(uri, name, list);
  if (file === undefined) {
    return undefined;
  }
  const shown = visibleText(name);
  const filled = await fillPrompt(shown, file, editorBeside(uri), contexts);
  await panel.reveal();
  if (filled === undefined) {
    return undefined;
  }
  const { text, items, problems } = filled;
  if (text === '' && items.length === 0) {
    sayInPanel(panel, [vscode.l10n.t('The prompt “{0}” has no text.', shown)]);
    return undefined;
  }
  panel.tell({ kind: 'addContext', items, text });
  const suggestion = suggestionOf(shown, file, panel.chat, models);
  const words = [...problems, ...(suggestion === undefined ? [] : [suggestion.words])];
  sayInPanel(panel, words, suggestion?.use === undefined ? undefined : uri.toString());
  return suggestion?.use;
}

/** Shows sentences in a panel, with a button for what the prompt with this ID suggests. */
function sayInPanel(panel: PromptPanel, sentences: readonly string[], suggestedBy?: string): void {
  if (sentences.length > 0) {
    const text = sentences.join(' ');
    panel.tell({ kind: 'notice', notice: { severity: 'info', text, suggestedBy } });
  }
}

async function readOrSay(uri: vscode.Uri, name: string, list: PromptList) {
  try {
    return await list.read(uri);
  } catch (error) {
    void vscode.window.showErrorMessage(
      notificationText(
        vscode.l10n.t('The prompt “{0}” could not be read. {1}', name, messageOf(error)),
      ),
    );
    return undefined;
  }
}

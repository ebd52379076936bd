import * as vscode from 'vscode';
import { titleOfAnswer, titleQuestion } from '../../conversation/titleAndTags.ts';
import { requestTokens } from '../../conversation/request/tokenEstimate.ts';
import { transcript } from '../../conversation/conversationState.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import type { Redactor } from '../base/redactor.ts';
import { withProgress } from '../base/inputs/progress.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { MakeSideChat, SideChat } from '../chat/chat.ts';
import type { ReadyTarget } from '../connections/target.ts';
import type { ChatStore } from '../store/chatStore.ts';

/** What a request for a title is made with. */
export interface TitleServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly sideChat: MakeSideChat;
  readonly preview: Pick<RequestPreview, 'show'>;
  readonly redactor: Redactor;
}

/**
 * Asks the model of a chat for a title, after the user has confirmed the request. Undefined if they have not, or if the
 * request failed; the user is told of a failure. Throws what the file system throws.
 */
export async function askForTitle(
  id: string,
  { store, sideChat, preview, redactor }: TitleServices,
): Promise<string | undefined> {
  const conversation = (await store.load(id))?.conversation;
  const [first] = conversation === undefined ? [] : transcript(conversation);
  if (conversation === undefined || first === undefined) {
    return undefined;
  }
  const { content: text } = titleQuestion(first);
  const chat = sideChat('', conversation);
  try {
    const target = await chat.target.ensureReady();
    const agreed = target && (await agree(text, target));
    if (agreed === 'preview') {
      await preview.show({ text, context: [] }, chat);
    }
    const reply = target && agreed === 'send' ? await ask(text, target, chat) : undefined;
    return reply && titleOfReply(reply, redactor);
  } finally {
    chat.dispose();
  }
}

/** Whether the user confirms the request, which may cost money, or wants to see it instead. */
async function agree(
  content: string,
  { connection, model }: ReadyTarget,
): Promise<'send' | 'preview' | undefined> {
  const tokens = requestTokens({ messages: [{ role: 'user', content }], model });
  const send = vscode.l10n.t('Send');
  const see = vscode.l10n.t('Preview Request');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Generate a title with {0}?', nameText(model)),
    {
      modal: true,
      detail: [
        vscode.l10n.t(
          'This sends a request to {0}. It contains the first message of the chat and the beginning of the reply.',
          nameText(connection.name),
        ),
        vscode.l10n.t('The prompt uses about {0} tokens.', formatNumber(tokens)),
      ].join('\n'),
    },
    send,
    see,
  );
  if (answer === undefined) {
    return undefined;
  }
  return answer === send ? 'send' : 'preview';
}

/** No title is longer: the model would go on without an end. In characters. */
const mostOfAnswer = 4000;

async function ask(
  text: string,
  { model }: ReadyTarget,
  chat: SideChat,
): Promise<Reply | undefined> {
  const progressTitle = vscode.l10n.t('Generating a title with {0}', nameText(model));
  return withProgress(progressTitle, async ({ signal }) => {
    signal.addEventListener('abort', () => chat.stop());
    const reply = await chat.ask({ text, context: [] }, (sofar) => {
      if (sofar.text.length > mostOfAnswer) {
        chat.stop();
      }
    });
    return signal.aborted ? undefined : reply;
  });
}

/** The title that a reply gives. Where it gives none, the user is told why. */
function titleOfReply({ status, text, error }: Reply, redactor: Redactor): string | undefined {
  if (status === 'failed') {
    void sayFailed([error?.message ?? '', error?.detail ?? ''].join(' ').trim());
    return undefined;
  }
  const isWhole = status === 'completed' || text.length > mostOfAnswer;
  const title = isWhole ? titleOfAnswer(redactor.redact(text.slice(0, mostOfAnswer))) : undefined;
  if (title === undefined) {
    const reason = isWhole
      ? vscode.l10n.t('The model returned no text.')
      : vscode.l10n.t('Truncated.');
    void vscode.window.showWarningMessage(vscode.l10n.t('The title was not changed. {0}', reason));
  }
  return title;
}

async function sayFailed(reason: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const words = vscode.l10n.t('The title was not changed. {0}', notificationText(reason));
  if ((await vscode.window.showErrorMessage(words, showLog)) === showLog) {
    await vscode.commands.executeCommand('parley.showLog');
  }
}

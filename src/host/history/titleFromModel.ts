import type { ReadyTarget } from '../connections/target.ts';
import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import { titleOfAnswer, titleQuestion } from '../../conversation/labels.ts';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { findConnection } from '../connections/connectionSettings.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { Log, Redactor } from '../base/log.ts';
import { notificationText } from '../base/safeText.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { streamLogged } from '../chat/replyStream.ts';

/** What asking for a title needs of the rest. */
interface TitleServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly clients: ServiceClients;
  readonly preview: Pick<RequestPreview, 'showRequest'>;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** Nobody writes a title as long as this: what follows is not waited for. In characters. */
const mostOfAnswer = 4000;

/**
 * Asks the model of a conversation for a title, once the user has agreed to the request. Nothing where
 * they have not, or where it failed, which is said.
 */
export async function askForTitle(
  id: string,
  services: TitleServices,
): Promise<string | undefined> {
  const conversation = (await services.store.load(id))?.conversation;
  const target = conversation && targetOf(conversation);
  const [first] = conversation === undefined ? [] : transcript(conversation);
  if (target === undefined || first === undefined) {
    const words = vscode.l10n.t(
      'The connection or model of this chat is not there any more. Send a message in it first.',
    );
    void vscode.window.showWarningMessage(words);
    return undefined;
  }
  const messages = [titleQuestion(first)];
  const request = { model: target.model, messages };
  const isAgreed = await agree(request, target, async () =>
    services.preview.showRequest(
      request,
      { text: messages.map(({ content }) => content).join(), context: [] },
      target,
    ),
  );
  return isAgreed ? ask(request, target, services) : undefined;
}

function targetOf({ target }: Conversation): ReadyTarget | undefined {
  const connection = target && findConnection(target.connectionId);
  return connection && target?.model !== undefined
    ? { connection, model: target.model }
    : undefined;
}

/** A title by rule costs nothing, this one does. */
async function agree(
  { messages, model }: ChatCompletionRequest,
  { connection }: ReadyTarget,
  show: () => Promise<void>,
): Promise<boolean> {
  const tokens = tokenEstimate(messages.map(({ content }) => content).join());
  const send = vscode.l10n.t('Send');
  const see = vscode.l10n.t('Show What Would Be Sent');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Ask {0} for a title?', model),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This is a request to {0} and costs tokens, about {1} for the question. It holds the first message of the chat and the beginning of the reply to it.',
        connection.name,
        tokens,
      ),
    },
    send,
    see,
  );
  if (answer === see) {
    await show();
  }
  return answer === send;
}

async function ask(
  request: ChatCompletionRequest,
  { connection }: ReadyTarget,
  { clients, log, redactor }: TitleServices,
): Promise<string | undefined> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Waiting for a title from {0}', request.model),
    cancellable: true,
  };
  const abort = new AbortController();
  try {
    const answer = await vscode.window.withProgress(progress, async (_progress, token) => {
      token.onCancellationRequested(() => abort.abort());
      const services = { clients, log, onHeldBack: () => undefined };
      return textOf(streamLogged(services, connection, request, abort.signal));
    });
    const title = answer.isWhole ? titleOfAnswer(redactor.redact(answer.text)) : undefined;
    if (title === undefined) {
      void vscode.window.showWarningMessage(noTitleText(answer.isWhole));
    }
    return title;
  } catch (error) {
    if (!abort.signal.aborted) {
      await sayFailed(error, log, redactor);
    }
    return undefined;
  }
}

/** Leaving the stream closes the connection, and nothing more is generated. */
async function textOf(
  events: ReturnType<typeof streamLogged>,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  let text = '';
  for await (const event of events) {
    text += event.kind === 'text' ? event.text : '';
    if (text.length > mostOfAnswer) {
      break;
    }
    if (event.kind === 'ended' && event.outcome !== 'completed') {
      return { text, isWhole: false };
    }
  }
  return { text, isWhole: true };
}

function noTitleText(isWhole: boolean): string {
  return isWhole
    ? vscode.l10n.t('The title stays as it was: the model answered without one.')
    : vscode.l10n.t('The title stays as it was: the answer of the model was cut.');
}

async function sayFailed(error: unknown, log: Log, redactor: Redactor): Promise<void> {
  const { message, detail } = toReplyError(error, redactor);
  const showLog = vscode.l10n.t('Show Log');
  const words = vscode.l10n.t(
    'The title stays as it was. {0}',
    notificationText([message, detail ?? ''].join(' ').trim()),
  );
  if ((await vscode.window.showErrorMessage(words, showLog)) === showLog) {
    log.show();
  }
}

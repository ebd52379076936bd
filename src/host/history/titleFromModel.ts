import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import { requestTokens } from '../../conversation/request/tokenEstimate.ts';
import { titleOfAnswer, titleQuestion } from '../../conversation/labels.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import type { Redactor } from '../base/redactor.ts';
import { withProgress } from '../base/progress.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { adjustmentsOf } from '../chat/buildRequest.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { CheckBeforeSending, MayCost } from '../chat/sender.ts';
import type { Connection } from '../connections/connection.ts';
import { findConnection } from '../connections/connectionSettings.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { ReadyTarget } from '../connections/target.ts';
import type { ChatStore } from '../store/chatStore.ts';

/** What a request for a title is made with. */
export interface TitleServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly preview: Pick<RequestPreview, 'showRequest'>;
  readonly redactor: Redactor;
  readonly adjustments: Pick<AdjustmentMemory, 'of'>;
  readonly checkBeforeSending: CheckBeforeSending;
  readonly mayCost: MayCost;
  /** Sends a request and streams the reply. Throws ServiceError. */
  readonly stream: (
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
  ) => AsyncIterable<ServiceEvent>;
}

/**
 * Asks the model of a chat for a title, after the user has confirmed the request, and a cost limit that it
 * reaches. Undefined if they have not confirmed it, or if the request failed; the user is told of a failure. Throws what the file system throws.
 */
export async function askForTitle(
  id: string,
  services: TitleServices,
): Promise<string | undefined> {
  const conversation = (await services.store.load(id))?.conversation;
  const target = conversation && targetOf(conversation);
  const [first] = conversation === undefined ? [] : transcript(conversation);
  if (conversation === undefined || target === undefined || first === undefined) {
    const words = vscode.l10n.t(
      'The connection or model of this chat no longer exists. Send a message in the chat first.',
    );
    void vscode.window.showWarningMessage(words);
    return undefined;
  }
  const question = await checkedQuestion(first, conversation, target, services);
  if (question === undefined) {
    return undefined;
  }
  const messages = [question];
  const adjustments = adjustmentsOf(target.connection, {}, services.adjustments.of(target));
  const request = { model: target.model, messages, ...adjustments };
  const isAgreed = await agree(request, target, async () =>
    services.preview.showRequest(
      request,
      { text: messages.map(({ content }) => content).join(), context: [] },
      target,
    ),
  );
  return isAgreed && (await services.mayCost({ conversation, target, request: () => request }))
    ? requestTitle(request, target, services)
    : undefined;
}

/**
 * What is asked about the first turn of a chat. It was checked before it was sent to its connection, and is checked again
 * for another one, and if it was imported. Undefined if the user cancelled.
 */
async function checkedQuestion(
  first: Turn,
  { id }: Conversation,
  { connection }: ReadyTarget,
  { checkBeforeSending }: TitleServices,
): Promise<ReturnType<typeof titleQuestion> | undefined> {
  const question = titleQuestion(first);
  if (first.reply.connectionId === connection.id) {
    return question;
  }
  const checked = await checkBeforeSending({ text: question.content, context: [] }, id);
  return checked && { ...question, content: checked.text };
}

function targetOf({ target }: Conversation): ReadyTarget | undefined {
  const connection = target && findConnection(target.connectionId);
  return connection && target?.model !== undefined
    ? { connection, model: target.model }
    : undefined;
}

/** True if the user confirms the request, which may cost money; `show` opens a preview of it instead. */
async function agree(
  { messages, model }: ChatCompletionRequest,
  { connection }: ReadyTarget,
  show: () => Promise<void>,
): Promise<boolean> {
  const tokens = requestTokens({ messages, model });
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
        plural(tokens, {
          one: vscode.l10n.t('The prompt uses about {0} token.', formatNumber(tokens)),
          other: vscode.l10n.t('The prompt uses about {0} tokens.', formatNumber(tokens)),
        }),
      ].join('\n'),
    },
    send,
    see,
  );
  if (answer === see) {
    await show();
  }
  return answer === send;
}

async function requestTitle(
  request: ChatCompletionRequest,
  { connection }: ReadyTarget,
  { stream, redactor }: TitleServices,
): Promise<string | undefined> {
  const progressTitle = vscode.l10n.t('Generating a title with {0}', nameText(request.model));
  try {
    const answer = await withProgress(progressTitle, async ({ signal }) =>
      textOf(stream(connection, request, signal)),
    );
    if (answer === undefined) {
      return undefined;
    }
    const title = answer.isWhole ? titleOfAnswer(redactor.redact(answer.text)) : undefined;
    if (title === undefined) {
      void vscode.window.showWarningMessage(noTitleText(answer.isWhole));
    }
    return title;
  } catch (error) {
    await sayFailed(error, redactor);
    return undefined;
  }
}

/** No title is longer: the rest of a longer answer is not read. In characters. */
const mostOfAnswer = 4000;

async function textOf(
  events: AsyncIterable<ServiceEvent>,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  let text = '';
  for await (const event of events) {
    text += event.kind === 'text' ? event.text : '';
    if (text.length > mostOfAnswer) {
      // Leaving the loop closes the connection, and the service generates nothing more.
      return { text: text.slice(0, mostOfAnswer), isWhole: true };
    }
    if (event.kind === 'ended' && event.outcome !== 'completed') {
      return { text, isWhole: false };
    }
  }
  return { text, isWhole: true };
}

function noTitleText(isWhole: boolean): string {
  return isWhole
    ? vscode.l10n.t('The title was not changed: the model returned none.')
    : vscode.l10n.t('The title was not changed: the model’s reply was cut off.');
}

async function sayFailed(error: unknown, redactor: Redactor): Promise<void> {
  const { message, detail } = toReplyError(error, redactor);
  const showLog = vscode.l10n.t('Show Log');
  const words = vscode.l10n.t(
    'The title was not changed. {0}',
    notificationText([message, detail ?? ''].join(' ').trim()),
  );
  if ((await vscode.window.showErrorMessage(words, showLog)) === showLog) {
    await vscode.commands.executeCommand('parley.showLog');
  }
}

import type { ReadyTarget } from '../connections/target.ts';
import * as vscode from 'vscode';
import type { OutgoingRequest } from '../../service/http/request.ts';
import { shownKey } from '../../service/requestHeaders.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { type FoundValue, foundValues, type MessageFindings } from '../../shared/guard/finding.ts';
import { createPreviewMarks } from './previewMarks.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { requestDocument } from './requestDocument.ts';
import type { Chat } from './chat.ts';

/** Shows the exact request that a message would send. */
export interface RequestPreview extends vscode.Disposable {
  /**
   * Opens the request for `message` in a read-only document, after asking for a target if none is chosen. What the
   * user has masked in the chat is masked, and what else the guard finds is listed and marked. Throws ServiceError
   * if the request could not be sent.
   */
  show(
    message: UserMessage,
    chat: Pick<Chat, 'session' | 'target'>,
    place?: 'inputBox',
  ): Promise<void>;
  /** Copies the last request that was shown as a curl command, without the API key. */
  copyAsCurl(): Promise<void>;
}

const scheme = 'parley-request';

/** A request whose last message is `message`. */
interface ShownRequest {
  readonly request: ChatCompletionRequest;
  readonly message: UserMessage;
  readonly found: readonly FoundValue[];
}

/** Says what is in a message that is not to leave by mistake. See `MessageGuard`. */
type CheckMessage = (
  message: UserMessage,
  chatId: string,
  place?: 'inputBox',
) => Promise<{ readonly message: UserMessage; readonly found?: MessageFindings | undefined }>;

/** Sends nothing: `clients` tell what they would send. */
export function createRequestPreview(clients: ServiceClients, check: CheckMessage): RequestPreview {
  const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('Request Preview')}.md` });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const shown = { document: '', curl: '' };
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => shown.document,
  });
  const marks = createPreviewMarks(uri);
  const open = async (request: ShownRequest, target: ReadyTarget): Promise<void> => {
    Object.assign(shown, await renderings(request, target, clients));
    changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
    marks.show(request.found);
  };
  return {
    async show(written, { session, target }, place) {
      const ready = await target.ensureReady();
      if (ready !== undefined) {
        const { message, found } = await check(written, session.conversation.id, place);
        const { urlOf } = await session.loadImages(message);
        const request = session.nextRequest(message, ready, undefined, urlOf);
        await open({ request, message, found: found ? foundValues(written, found) : [] }, ready);
      }
    },
    async copyAsCurl() {
      await vscode.env.clipboard.writeText(shown.curl);
      vscode.window.setStatusBarMessage(
        vscode.l10n.t('Copied as curl, with $API_KEY in place of the key'),
        3000,
      );
    },
    dispose: () => vscode.Disposable.from(provider, changed, marks).dispose(),
  };
}

async function renderings(
  { request, message, found }: ShownRequest,
  { connection }: ReadyTarget,
  clients: ServiceClients,
): Promise<{ readonly document: string; readonly curl: string }> {
  const client = await clients(connection);
  const outgoing = client.preview(request, connection.mode ?? 'streamed');
  return {
    document: requestDocument(request, message, outgoing, found),
    curl: curlCommand(outgoing),
  };
}

/** In UTF-16 code units. Linux allows 128 KiB for one argument of a command, but not of one built into the shell. */
const maxArgumentLength = 32_768;

/** A command for a POSIX shell that sends the same request, with the key in `$API_KEY`. */
export function curlCommand({ method, url, headers, body }: OutgoingRequest): string {
  const isLong = body.length > maxArgumentLength;
  const parts = [
    `curl --no-buffer --request ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${header(name, value)}`),
    isLong ? '--data-binary @-' : `--data-raw ${quoted(body)}`,
  ];
  const command = parts.join(' \\\n  ');
  return isLong ? `printf %s ${quoted(body)} | \\\n${command}` : command;
}

/** The shell replaces the variable of the key only. */
function header(name: string, value: string): string {
  return `${name}: ${value}`
    .split(shownKey)
    .map((text) => (text === '' ? '' : quoted(text)))
    .join(`"${shownKey}"`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

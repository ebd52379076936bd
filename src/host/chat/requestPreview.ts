import * as vscode from 'vscode';
import type { ReadyTarget } from '../connections/target.ts';
import type { OutgoingRequest } from '../../service/http/request.ts';
import { shownKey } from '../../service/requestHeaders.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { type FoundValue, foundValues, type MessageFindings } from '../../shared/guard/finding.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { requestDocument } from './requestDocument.ts';
import type { Chat } from './chat.ts';
import { visibleText } from '../../shared/visibleText.ts';

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

/** Shows the exact request that a message would send. */
export type RequestPreview = ReturnType<typeof createRequestPreview>;

/** Sends nothing: `clients` tell what they would send. */
export function createRequestPreview(clients: ServiceClients, check: CheckMessage) {
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
    /**
     * Opens the request for `message` in a read-only document, after asking for a target if none is chosen. What the
     * user has masked in the chat is masked, and what else the guard finds is listed and marked. Throws ServiceError
     * if the request could not be sent.
     */
    async show(
      written: UserMessage,
      { session, target }: Pick<Chat, 'session' | 'target'>,
      place?: 'inputBox',
    ) {
      const ready = await target.ensureReady();
      if (ready !== undefined) {
        const { message, found } = await check(written, session.conversation.id, place);
        const { urlOf } = await session.loadImages(message);
        const request = session.nextRequest(message, ready, undefined, urlOf);
        await open({ request, message, found: found ? foundValues(written, found) : [] }, ready);
      }
    },
    /** Copies the last request that was shown as a curl command, without the API key. */
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

/** More places are not marked: the first ones say enough. */
const maxMarks = 1000;

/** Longer values are marked by their beginning: they have several lines, or other line ends in the body. */
const markedLength = 200;

/** Marks in the preview of a request what was found in its last message. */
export type PreviewMarks = ReturnType<typeof createPreviewMarks>;

/** Marks the places in every editor with the document `uri`, also after its text has changed. */
export function createPreviewMarks(uri: vscode.Uri) {
  const address = uri.toString();
  let values: readonly FoundValue[] = [];
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  const mark = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === address) {
        const places = values.flatMap((value) => placesOf(value, editor.document));
        editor.setDecorations(decoration, places.slice(0, maxMarks));
      }
    }
  };
  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === address) {
        mark();
      }
    }),
  );
  return {
    /** Marks these values in place of those before. */
    show(found: readonly FoundValue[]) {
      values = found;
      mark();
    },
    dispose: () => vscode.Disposable.from(decoration, listeners).dispose(),
  };
}

/** Where a value stands in the document, as it is and as in JSON. */
function placesOf(
  { value, name }: FoundValue,
  document: vscode.TextDocument,
): readonly vscode.DecorationOptions[] {
  const text = document.getText();
  const start = value.slice(0, markedLength);
  const forms = new Set([start, JSON.stringify(start).slice(1, -1)]);
  return [...forms].flatMap((form) => {
    const places: vscode.DecorationOptions[] = [];
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      if (places.length === maxMarks) {
        break;
      }
      places.push({
        range: new vscode.Range(document.positionAt(at), document.positionAt(at + form.length)),
        hoverMessage: new vscode.MarkdownString().appendText(visibleText(name)),
      });
    }
    return places;
  });
}

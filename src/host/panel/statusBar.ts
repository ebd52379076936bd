import * as vscode from 'vscode';
import type { Target } from '../connections/target.ts';
import { isReplyOf, transcript } from '../../conversation/conversationState.ts';
import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import { shortened, visibleText } from '../../shared/visibleText.ts';
import { formatNumber } from '../../shared/language.ts';
import type { ModelContext } from '../../shared/panel/panelState.ts';
import { labelText } from '../base/safeText.ts';
import { contextOf, type Models } from '../models/models.ts';
import type { Chat } from '../chat/chat.ts';
import { viewId } from './sideBar.ts';

/** Longer names would push other items out of the status bar. The tooltip has the full name. */
const maxNameLength = 39;

/** What the status bar item shows. */
interface StatusBarState {
  readonly text: string;
  readonly tooltip: string;
  /** What a click runs. */
  readonly command: string;
  /** The ID of the connection whose last reply failed: the tooltip leads to its diagnosis. */
  readonly failed?: string;
}

/** Where the status bar item gets its state from. */
interface StatusSources {
  /** The chat of the active panel. */
  readonly chat: () => Chat;
  /** The chats in which a reply is running. */
  readonly running: () => readonly Chat[];
  /** Events after which the state may have changed. */
  readonly onDidChange: readonly vscode.Event<void>[];
  /** Where requests leave from, see `requestPlace`. */
  readonly place: string;
}

/**
 * The item with the name of the model; a click chooses another. Before a connection is chosen, a click opens the
 * chat. The item shows whether the last reply of the active panel is running or has failed, and how many replies
 * run in other chats.
 */
export function createStatusBar(sources: StatusSources, models: Models): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'parley.model',
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = 'Parley';
  const update = () => {
    const { session, target } = sources.chat();
    const current = target.current();
    const { text, tooltip, command, failed } = statusBarState(session.conversation, current, {
      context: current && contextOf(current, models),
      place: sources.place,
      runningElsewhere: sources.running().filter((chat) => chat.session !== session).length,
    });
    item.text = text;
    item.tooltip = failed === undefined ? tooltip : withDiagnosis(tooltip, failed);
    item.command = command;
    item.accessibilityInformation = { label: `Parley, ${tooltip}`, role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(
    item,
    ...sources.onDidChange.map((onDidChange) => onDidChange(update)),
  );
}

/** What the item shows besides the conversation and the target. */
interface StatusFacts {
  readonly context?: ModelContext | undefined;
  readonly place: string;
  /** How many replies run in other chats. */
  readonly runningElsewhere?: number | undefined;
}

/** Text, tooltip and command of the item for a conversation and its target. */
export function statusBarState(
  conversation: Conversation,
  target: Target | undefined,
  facts: StatusFacts,
): StatusBarState {
  const { model, connection } = target ?? {};
  const elsewhere = facts.runningElsewhere ?? 0;
  const own = ownName(target);
  const name = elsewhere > 0 ? `${own} $(sync~spin) ${elsewhere}` : own;
  const { reply, ...last } = transcript(conversation).at(-1) ?? {};
  const tooltip = (first?: string) =>
    [
      first,
      elsewhere > 0 &&
        vscode.l10n.t('Replies running in other chats: {0}', formatNumber(elsewhere)),
      model && vscode.l10n.t('Model: {0}', visibleText(model)),
      connection && vscode.l10n.t('Connection: {0}', visibleText(connection.name)),
      ...(connection === undefined ? [] : factLines(facts, reply)),
    ]
      .filter(Boolean)
      .join('\n');
  // The command of VS Code that shows the view where the user has put it.
  const command = target === undefined ? `${viewId}.focus` : 'parley.chooseModel';
  if (reply?.status === 'running') {
    return {
      command,
      text: `$(loading~spin) ${name}`,
      tooltip: tooltip(
        reply.waiting === undefined
          ? runningWords(last)
          : vscode.l10n.t('Waiting to send the request again'),
      ),
    };
  }
  // A target that was chosen after the failure has not failed.
  if (reply?.status === 'failed' && reply.model === model && isReplyOf(reply, connection)) {
    const reason = reply.error?.message ?? vscode.l10n.t('The last reply failed');
    return {
      command,
      text: `$(warning) ${name}`,
      tooltip: tooltip(reason),
      ...(connection && { failed: connection.id }),
    };
  }
  return {
    command,
    text: `$(comment-discussion) ${name}`,
    tooltip: tooltip() || vscode.l10n.t('Open the chat to connect to a service'),
  };
}

/** The tooltip with a link that diagnoses a connection. Nothing else in it is a link, whatever a service has said. */
export function withDiagnosis(tooltip: string, connectionId: string): vscode.MarkdownString {
  const command = 'parley.diagnoseConnection';
  const parameters = encodeURIComponent(JSON.stringify([connectionId])).replaceAll(')', '%29');
  const label = vscode.l10n.t('Diagnose Connection');
  const markdown = new vscode.MarkdownString(
    `${plainMarkdown(tooltip)}\n\n[${plainMarkdown(label)}](command:${command}?${parameters})`,
  );
  markdown.isTrusted = { enabledCommands: [command] };
  return markdown;
}

/** Markdown that shows a text as it is: an entity stands for itself only (CommonMark 0.31, section 6.2). */
function plainMarkdown(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} \n]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replaceAll('\n', '  \n');
}

function ownName(target: Target | undefined): string {
  if (target === undefined) {
    return 'Parley';
  }
  const { model } = target;
  return model === undefined
    ? vscode.l10n.t('Choose Model')
    : labelText(shortened(model, maxNameLength));
}

function runningWords({ isElsewhere, isUncertain }: Partial<Turn>): string {
  if (isUncertain === true) {
    return vscode.l10n.t('Checking whether a reply is still running…');
  }
  return isElsewhere === true
    ? vscode.l10n.t('A reply is running in another window')
    : vscode.l10n.t('A reply is running');
}

function factLines({ context, place }: StatusFacts, reply: Reply | undefined): readonly string[] {
  const { prompt_tokens: prompt, completion_tokens: completion } = reply?.usage ?? {};
  return [
    vscode.l10n.t('Requests sent from: {0}', place),
    context === undefined
      ? vscode.l10n.t('Context: unknown')
      : vscode.l10n.t('Context: {0} tokens', formatNumber(context.tokens)),
    prompt === undefined || completion === undefined
      ? ''
      : vscode.l10n.t(
          'Last reply: {0} tokens in the prompt, {1} in the reply',
          formatNumber(prompt),
          formatNumber(completion),
        ),
  ];
}

/** Where Parley runs, from where requests leave: this computer, the remote host or the browser. */
export function requestPlace(kind: vscode.ExtensionKind): string {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName !== undefined && kind === vscode.ExtensionKind.Workspace) {
    return vscode.l10n.t('The remote host ({0})', remoteName);
  }
  return uiKind === vscode.UIKind.Web
    ? vscode.l10n.t('This browser')
    : vscode.l10n.t('This computer');
}

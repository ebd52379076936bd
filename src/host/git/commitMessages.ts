import * as vscode from 'vscode';
import type { Reply, UserMessage } from '../../shared/conversation/conversation.ts';
import { messageOf } from '../base/errorMessage.ts';
import { type MementoValues, createMementoSet } from '../base/memento.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { commitInstructions } from '../base/settings.ts';
import type { RequestPreview } from '../chat/requestPreview.ts';
import type { MakeSideChat, SideChat } from '../chat/chat.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { cleanMessage, maxMessageLength } from './cleanMessage.ts';
import {
  type BoxMemory,
  type CommitBox,
  createBoxMemory,
  createCommitBox,
  mayReplace,
  restore,
} from './commitBox.ts';
import { endMessage } from './commitEnd.ts';
import {
  type ChangesToCommit,
  changesToCommit,
  commitSystemPrompt,
  isUnchanged,
  prepareRequest,
  sayCut,
} from './commitRequest.ts';
import type { GitRepository } from './gitApi.ts';
import { pickRepository } from './repositories.ts';

/** What messages of commits are generated with. */
export interface CommitMessageServices {
  readonly sideChat: MakeSideChat;
  readonly preview: Pick<RequestPreview, 'show'>;
  readonly memento: MementoValues;
  readonly logError: (text: string) => void;
  /** In tokens, if it is known. */
  readonly contextLength: (target: ReadyTarget) => number | undefined;
}

/** Messages of commits, each in the box of its repository: the one with this root, or the one that the user picks. */
export interface CommitMessages {
  /** Generates a message, after asking what there is to ask. Tells the user how it ended. */
  readonly generate: (root?: vscode.Uri) => Promise<void>;
  /** Shows the request that `generate` would send. */
  readonly preview: (root?: vscode.Uri) => Promise<void>;
  /** Stops the message that is being generated for a repository, or all of them. */
  readonly stop: (root?: vscode.Uri) => void;
  /** Puts back what was in the box before the last message. Doing it again brings the message back. */
  readonly restore: (root?: vscode.Uri) => Promise<void>;
}

/** Sends nothing yet. */
export function createCommitMessages(services: CommitMessageServices): CommitMessages {
  const running = new Map<
    string,
    { readonly rootUri: vscode.Uri; readonly abort: AbortController }
  >();
  const memory = createBoxMemory();
  const tell = (): void => {
    // As objects: VS Code writes them as it names them itself, which differs where it runs remotely.
    const roots = [...running.values()].map(({ rootUri }) => rootUri);
    void vscode.commands.executeCommand('setContext', rootsKey, roots);
    void vscode.commands.executeCommand('setContext', anyKey, running.size > 0);
  };
  const once = async (
    at: vscode.Uri | undefined,
    work: (repository: GitRepository, signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    const repository = await pickRepository(vscode.l10n.t('Commit Message'), at);
    const root = repository?.rootUri.toString();
    if (repository === undefined || root === undefined || running.has(root)) {
      return;
    }
    const abort = new AbortController();
    running.set(root, { rootUri: repository.rootUri, abort });
    tell();
    try {
      await work(repository, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) {
        sayFailed(messageOf(error), services);
      }
    } finally {
      running.delete(root);
      tell();
    }
  };
  const write = (isPreview: boolean) => async (root?: vscode.Uri) =>
    once(root, async (repository, signal) =>
      generate(repository, signal, memory, services, isPreview),
    );
  return {
    generate: write(false),
    preview: write(true),
    stop(root) {
      for (const [known, { abort }] of running) {
        if (root === undefined || known === root.toString()) {
          abort.abort();
        }
      }
    },
    restore: async (root) => once(root, async (repository) => restore(repository, memory)),
  };
}

/** The roots of the repositories for which a message is being generated, and whether there are any. */
const rootsKey = 'parley.commitMessageRoots';
const anyKey = 'parley.writesCommitMessage';

/** Generates a message, or only shows the request for it. */
async function generate(
  repository: GitRepository,
  signal: AbortSignal,
  memory: BoxMemory,
  services: CommitMessageServices,
  isPreview: boolean,
): Promise<void> {
  const changes = await changesOrSay(repository);
  if (changes === undefined || !(isPreview || (await mayReplace(repository, memory)))) {
    return;
  }
  const { inputBox } = repository;
  const before = inputBox.value;
  const chat = services.sideChat(commitSystemPrompt(commitInstructions()));
  const stop = (): void => chat.stop();
  signal.addEventListener('abort', stop);
  try {
    const target = await chat.target.ensureReady();
    const agreed = isPreview ? 'preview' : target && (await askConsent(target, services.memento));
    if (target === undefined || agreed === undefined || signal.aborted) {
      return;
    }
    const length = services.contextLength(target);
    const prepare = async () => prepareRequest(repository, changes, length, signal);
    if (agreed === 'preview') {
      await services.preview.show((await prepare()).message, chat);
      return;
    }
    await showingProgress(progressText(changes), async () => {
      const prepared = await prepare();
      sayCut(prepared.diff);
      const box = createCommitBox(inputBox, before);
      const reply = signal.aborted ? undefined : await ask(chat, prepared.message, box);
      if (reply !== undefined) {
        const isSame = async () => isUnchanged(repository, prepared);
        await endMessage({ repository, reply, box, before, isSame }, memory, (text) =>
          sayFailed(text, services),
        );
      }
    });
  } finally {
    signal.removeEventListener('abort', stop);
    chat.dispose();
  }
}

/** The box is written so often at most. What the user types at that very moment could be lost. */
const writeEveryMs = 250;

/** Shows the reply in the box as it comes, until the user types there. */
async function ask(
  chat: SideChat,
  message: UserMessage,
  box: CommitBox,
): Promise<Reply | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTheirs = false;
  let shown = '';
  try {
    return await chat.ask(message, ({ text }) => {
      shown = text;
      if (text.length > maxMessageLength) {
        // No message is so long: the model would go on without an end.
        chat.stop();
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        const clean = cleanMessage(shown);
        isTheirs ||= clean !== '' && !box.show(clean);
      }, writeEveryMs);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** What is to be committed; undefined after the user was told why nothing can be. */
async function changesOrSay(repository: GitRepository): Promise<ChangesToCommit | undefined> {
  const changes = await changesToCommit(repository);
  if (typeof changes === 'string') {
    void vscode.window.showInformationMessage(changes);
    return undefined;
  }
  return changes;
}

function progressText({ kind }: ChangesToCommit): string {
  return kind === 'staged'
    ? vscode.l10n.t('Generating a commit message from the staged changes…')
    : vscode.l10n.t('Nothing is staged: generating a commit message from all changes…');
}

/** Shows a bar in the view "Source Control", and words in the status bar. */
async function showingProgress(title: string, work: () => Promise<void>): Promise<void> {
  const { SourceControl, Window } = vscode.ProgressLocation;
  await vscode.window.withProgress({ location: SourceControl }, async () =>
    vscode.window.withProgress({ location: Window, title }, work),
  );
}

function sayFailed(text: string, { logError }: Pick<CommitMessageServices, 'logError'>): void {
  logError(text);
  const showLog = vscode.l10n.t('Show Log');
  const words = vscode.l10n.t('No commit message was generated. {0}', notificationText(text));
  void vscode.window
    .showErrorMessage(words, showLog)
    .then((answer) => answer === showLog && vscode.commands.executeCommand('parley.showLog'));
}

/**
 * Says what is sent for the message of a commit and where, once for each connection and address, and asks. Later clicks
 * send at once, as users of VS Code expect of the button. Undefined if the user cancelled.
 */
async function askConsent(
  { connection, model }: ReadyTarget,
  memento: MementoValues,
): Promise<'generate' | 'preview' | undefined> {
  const agreed = createMementoSet(memento, 'parley.commitMessages');
  const key = `${connection.id} ${connection.baseUrl}`;
  if (connection.id === demoConnection.id || agreed.has(key)) {
    return 'generate';
  }
  const generate = vscode.l10n.t('Generate');
  const preview = vscode.l10n.t('Preview Request');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Generate commit messages with {0}?', nameText(model)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This sends the staged changes to {0}. If nothing is staged, it sends all changes, including new files. The subjects of recent commits and the name of the branch are included. Parley asks once for each connection.',
        nameText(connection.name),
      ),
    },
    generate,
    preview,
  );
  if (answer === generate) {
    await agreed.add(key);
    return 'generate';
  }
  return answer === preview ? 'preview' : undefined;
}

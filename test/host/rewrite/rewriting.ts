import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Script, ScriptedService } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { answering } from '../git/withRepository.ts';
import { withConnection } from '../withConnection.ts';
import { closeEditors } from '../closeEditors.ts';

/** A folder with files, in which code is rewritten by the commands. */
export interface Rewriting {
  readonly parley: Activated;
  readonly service: ScriptedService;
  /** What messages said. */
  readonly words: readonly string[];
  uri(name: string): vscode.Uri;
  /** Opens a file, by default with this text, and shows it. */
  open(name: string, text?: string): Promise<vscode.TextDocument>;
  /** Selects lines of the active editor, counted from 1, and asks. Waits until the request is there. */
  rewrite(instruction: string, lines: readonly [first: number, last: number]): Promise<void>;
  /** Sends the last instruction once more, as a follow-up. */
  refine(): Promise<void>;
  /** The right side of the active diff, once it has this text. */
  shows(part: string): Promise<vscode.TextDocument>;
  /** The same once the reply is complete, so that it can be edited. */
  result(part: string): Promise<vscode.TextDocument>;
  /** Accepts until the document has this text. */
  accept(document: vscode.TextDocument, text: string): Promise<void>;
  /** Waits until a message says so. */
  says(part: string): Promise<void>;
  /** Shows the diff again. */
  showDiff(): Promise<void>;
}

/** The diffs that are open. */
export function diffTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => modifiedOf(tab)?.scheme === 'parley-changes');
}

/** Whether nothing arrives any more, so that the text can be edited. */
async function isEditable({ uri }: vscode.TextDocument): Promise<boolean> {
  return (await vscode.workspace.fs.stat(uri)).permissions === undefined;
}

/** Whether it can be edited, and VS Code shows what was set last. */
async function isComplete(document: vscode.TextDocument): Promise<boolean> {
  // In this order: what is read before may be what has arrived.
  const isSettled = await isEditable(document);
  const bytes = await vscode.workspace.fs.readFile(document.uri);
  return isSettled && new TextDecoder().decode(bytes) === document.getText();
}

function modifiedOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  return tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
}

/** Runs `test` with a scripted service, and rejects what is left afterwards. `answers` are buttons by words of a message. */
export async function withRewriting(
  scripts: readonly Script[],
  test: (rewriting: Rewriting) => Promise<void>,
  answers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-rewriting-'));
  await closeAll();
  try {
    await withConnection(scripts, async (parley, service) =>
      answering(answers, async (said) => {
        await test(rewritingIn(folder, parley, service, said.words));
        await closeAll();
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function closeAll(): Promise<void> {
  await vscode.window.tabGroups.close(diffTabs());
  await closeEditors();
}

function rewritingIn(
  folder: string,
  parley: Activated,
  service: ScriptedService,
  words: readonly string[],
): Rewriting {
  const uri = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
  const shows: Rewriting['shows'] = async (part) =>
    until(`the diff shows ${part}`, () => {
      const shown = modifiedOf(diffTabs().find(({ isActive }) => isActive));
      return vscode.workspace.textDocuments.find(
        (one) => one.uri.toString() === shown?.toString() && one.getText().includes(part),
      );
    });
  return {
    parley,
    service,
    words,
    uri,
    async open(name, text) {
      if (text !== undefined) {
        await writeFile(uri(name).fsPath, text);
      }
      const document = await vscode.workspace.openTextDocument(uri(name));
      await vscode.window.showTextDocument(document, { preview: false });
      return document;
    },
    async rewrite(instruction, [first, last]) {
      const editor = await until('an editor', () => vscode.window.activeTextEditor);
      editor.selection = new vscode.Selection(first - 1, 0, last, 0);
      const { length } = service.requests;
      void vscode.commands.executeCommand('parley.rewrite', { instruction });
      await until('the request', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return service.requests.length > length;
      });
    },
    async refine() {
      const { length } = service.requests;
      const document = await shows('');
      await until('the last reply is complete', async () => isEditable(document));
      void vscode.commands.executeCommand('parley.rewrite.refine');
      await until('the request', async () => {
        await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return service.requests.length > length;
      });
    },
    shows,
    async result(part) {
      const document = await shows(part);
      await until('it is complete', async () => isComplete(document));
      return document;
    },
    async accept(document, text) {
      await until(`the file is ${text}`, async () => {
        await vscode.commands.executeCommand('parley.review.acceptAll');
        return document.getText() === text;
      });
    },
    async says(part) {
      await until(`a message says ${part}`, () => words.some((one) => one.includes(part)));
    },
    async showDiff() {
      await vscode.commands.executeCommand('parley.review.list');
      await until('the diff is shown', () => diffTabs().some(({ isActive }) => isActive));
    },
  };
}

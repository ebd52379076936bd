import * as vscode from 'vscode';
import { onAccepted } from '../base/quickInput.ts';
import { findLocalServers } from './localServers.ts';
import { isAddress, type ReadPasted } from './pasted/understand.ts';
import {
  clipboardRows,
  foundRows,
  namedRows,
  rowOf,
  type ServicePick,
  type ServiceRow,
  warningRow,
  withTyped,
} from './serviceRows.ts';

/** What the user wants to connect to: a service, or a text that says which. */
export type ServiceAnswer =
  | Extract<ServicePick, { readonly kind: 'service' | 'server' }>
  | { readonly kind: 'text'; readonly text: string };

interface ServiceQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  /** What is wrong with what was entered before. */
  readonly problem?: string | undefined;
  /** Whether servers on this computer are looked for at once. */
  readonly findsServers?: boolean | undefined;
  readonly readPasted: ReadPasted;
  /**
   * Whether what the clipboard holds is offered: if it is a connection, or without looking at it before the user asks
   * for it, as in a browser, which may ask the user whether Parley may look.
   */
  readonly clipboard: 'peek' | 'unseen' | 'none';
  /** Called with the address that is left in the box when it closes; empty if something else is. */
  readonly onLeft: (address: string) => void;
}

/**
 * Asks for a service: by its name, its address, or any text that describes a connection. Sends nothing but the requests
 * for the model lists of servers on this computer, when the user looks for them. Gives `undefined` if the user closes
 * the box.
 */
export async function askService(question: ServiceQuestion): Promise<ServiceAnswer | undefined> {
  const box = new ServiceBox(question);
  try {
    return await box.answer;
  } finally {
    box.dispose();
  }
}

class ServiceBox implements vscode.Disposable {
  readonly #question: ServiceQuestion;
  readonly #box = vscode.window.createQuickPick<ServiceRow>();
  readonly #closed = new AbortController();
  readonly #focus: vscode.Disposable;
  readonly answer: Promise<ServiceAnswer | undefined>;
  /** What the user may have pasted: a box for one line has spaces in place of its line breaks. */
  #clipboard = '';
  #clipboardRows: readonly ServiceRow[] = [];
  /** Below what is typed and what the clipboard holds. */
  #rows = namedRows();

  constructor(question: ServiceQuestion) {
    const { title, placeholder, value, problem, clipboard } = question;
    this.#question = question;
    const box = this.#box;
    Object.assign(box, { title, placeholder, value, matchOnDescription: true });
    // The user often copies the key or the address from another window.
    box.ignoreFocusOut = true;
    this.#clipboardRows = clipboard === 'unseen' ? clipboardRows(undefined) : [];
    this.#focus = vscode.window.onDidChangeWindowState(
      async ({ focused }) => focused && this.#peek(),
    );
    this.answer = new Promise((resolve) => {
      box.onDidChangeValue(async () => this.#show());
      onAccepted(box, ({ pick }) => void (pick && this.#accept(pick, resolve)));
      box.onDidHide(() => resolve(undefined));
      if (question.findsServers === true) {
        void this.#find(resolve);
      }
    });
    if (problem !== undefined) {
      this.#rows = [warningRow(problem), ...this.#rows];
    }
    box.items = [...this.#clipboardRows, ...this.#rows];
    box.show();
    void this.#show();
    void this.#peek();
  }

  dispose(): void {
    const address = this.#box.value.trim();
    this.#question.onLeft(isAddress(address) ? address : '');
    this.#closed.abort();
    this.#focus.dispose();
    this.#box.dispose();
  }

  /** What is typed, or the text that was pasted. */
  get #text(): string {
    const typed = this.#box.value.trim();
    return plain(typed) === plain(this.#clipboard) ? this.#clipboard : typed;
  }

  async #accept(pick: ServicePick, resolve: (answer: ServiceAnswer) => void): Promise<void> {
    switch (pick.kind) {
      case 'typed':
        return this.#acceptText(resolve);
      case 'clipboard':
        return resolve({ kind: 'text', text: await vscode.env.clipboard.readText() });
      case 'find':
        return this.#find(resolve);
      case 'service':
      case 'server':
        return resolve(pick);
    }
  }

  /** The row may be older than the text, which is what the user means. */
  async #acceptText(resolve: (answer: ServiceAnswer) => void): Promise<void> {
    const text = this.#text;
    const { pick } = rowOf(text, await this.#question.readPasted(text));
    if (pick?.kind === 'typed' && pick.isWrong !== true) {
      resolve({ kind: 'text', text });
    }
  }

  /** Looks for servers on this computer. One alone is the answer. */
  async #find(resolve: (answer: ServiceAnswer) => void): Promise<void> {
    this.#box.busy = true;
    const servers = await findLocalServers(this.#closed.signal);
    this.#box.busy = false;
    const [first, ...others] = servers;
    if (first !== undefined && others.length === 0) {
      return resolve({ kind: 'server', server: first });
    }
    this.#rows = foundRows(servers);
    this.#clipboardRows = [];
    this.#box.value = '';
    return this.#show();
  }

  /** Looks at what the clipboard holds. */
  async #peek(): Promise<void> {
    if (this.#question.clipboard === 'peek') {
      this.#clipboard = await vscode.env.clipboard.readText();
      this.#clipboardRows = clipboardRows(await this.#question.readPasted(this.#clipboard));
      await this.#show();
    }
  }

  async #show(): Promise<void> {
    const text = this.#text;
    const reading = await this.#question.readPasted(text);
    // The text may have changed meanwhile.
    if (text === this.#text && !this.#closed.signal.aborted) {
      const named = [...this.#clipboardRows, ...this.#rows];
      const rows = text === '' ? named : withTyped(text, reading, named);
      const before = this.#box.items;
      // Rows that are replaced while Enter is on its way would be taken for each other.
      if (rows.length !== before.length || rows.some((row, index) => row !== before[index])) {
        this.#box.items = rows;
      }
    }
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '');
}

import * as vscode from 'vscode';
import { replaceRows } from '../../base/inputs/quickInput.ts';
import { isAddress, type ReadPasted, understand } from './understand.ts';
import type { FoundServer } from './localServers.ts';
import {
  clipboardRows,
  namedRows,
  type ServiceAnswer,
  type ServiceRow,
  warningRow,
  withTyped,
} from './serviceRows.ts';

interface ServiceQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly value: string;
  /** What is wrong with what was entered before. */
  readonly problem?: string | undefined;
  /** Servers on this computer that answered, in place of those that may. */
  readonly found?: readonly FoundServer[] | undefined;
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
 * Asks for a service: by its name, its address, or any text that describes a connection. Sends nothing. Gives `undefined`
 * if the user closes the box.
 */
export async function askService(question: ServiceQuestion): Promise<ServiceAnswer | undefined> {
  return new ServiceBox(question).ask();
}

/** Enter may come before the row for what is typed. */
const typed: ServiceRow = { label: '', pick: 'typed' };

class ServiceBox {
  readonly #question: ServiceQuestion;
  readonly #box = vscode.window.createQuickPick<ServiceRow>();
  /** What the user may have pasted: a box for one line has spaces in place of its line breaks. */
  #clipboard = '';
  /** All rows but the one for what is typed. */
  #rows: readonly ServiceRow[] = [];
  #shown: readonly ServiceRow[] = [];

  constructor(question: ServiceQuestion) {
    const { title, placeholder, value } = question;
    this.#question = question;
    Object.assign(this.#box, { title, placeholder, value, matchOnDescription: true });
    // The user often copies the key or the address from another window.
    this.#box.ignoreFocusOut = true;
  }

  async ask(): Promise<ServiceAnswer | undefined> {
    // The clipboard has the first row, so that it is read before there are rows that could move.
    await this.#update();
    const focus = vscode.window.onDidChangeWindowState(
      async ({ focused }) => focused && this.#update(),
    );
    return new Promise<ServiceAnswer | undefined>((resolve) => {
      this.#box.onDidChangeValue(async () => this.#show());
      this.#box.onDidAccept(() => {
        const { pick } = this.#box.selectedItems[0] ?? typed;
        void (pick && this.#accept(pick, resolve));
      });
      this.#box.onDidHide(() => resolve(undefined));
      this.#box.show();
    }).finally(() => {
      const address = this.#box.value.trim();
      this.#question.onLeft(isAddress(address) ? address : '');
      vscode.Disposable.from(focus, this.#box).dispose();
    });
  }

  async #accept(
    pick: NonNullable<ServiceRow['pick']>,
    resolve: (answer: ServiceAnswer) => void,
  ): Promise<void> {
    switch (pick) {
      case 'clipboard': {
        const text = await vscode.env.clipboard.readText();
        return resolve(understand(text, await this.#question.readPasted(text), false));
      }
      case 'typed': {
        const text = this.#text;
        const meant = understand(text, await this.#question.readPasted(text), true);
        // A row says what is wrong.
        return meant.kind === 'problem' ? undefined : resolve(meant);
      }
      default:
        return resolve(pick);
    }
  }

  /** What is typed, or the text that was pasted. */
  get #text(): string {
    const typed = this.#box.value.trim();
    return plain(typed) === plain(this.#clipboard) ? this.#clipboard : typed;
  }

  /** Makes the rows anew, with what the clipboard holds now. */
  async #update(): Promise<void> {
    const { clipboard, problem, found, readPasted } = this.#question;
    if (clipboard === 'peek') {
      this.#clipboard = (await vscode.env.clipboard.readText()).trim();
    }
    const pasted = clipboard === 'peek' ? await readPasted(this.#clipboard) : undefined;
    this.#rows = [
      ...(problem === undefined ? [] : [warningRow(problem)]),
      ...(clipboard === 'none' ? [] : clipboardRows(pasted)),
      ...namedRows(found),
    ];
    await this.#show();
  }

  async #show(): Promise<void> {
    const text = this.#text;
    const reading = await this.#question.readPasted(text);
    const rows = text === '' ? this.#rows : withTyped(text, reading, this.#rows);
    // The text may have changed meanwhile. Rows that are replaced make the first one active.
    if (text === this.#text && rows !== this.#shown) {
      this.#shown = rows;
      replaceRows(this.#box, rows);
    }
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '');
}

import * as vscode from 'vscode';
import { replaceRows } from '../../base/inputs/quickInput.ts';
import {
  isAddress,
  type ReadPasted,
  understand,
  pastedAddress,
  type Understood,
} from './pasted.ts';
import {
  type FoundServer,
  type LocalServer,
  modelsText,
  usualLocalServers,
} from './localServers.ts';
import type {
  PastedConnection,
  PastedReading,
} from '../../../pastedConnection/pastedConnection.ts';
import { offeredServices } from '../../../shared/service/knownServices.ts';
import { labelText } from '../../base/safeText.ts';
import { shownAddress } from '../shownAddress.ts';

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

/** What the user wants to connect to: a server that answered, what a text means or a row, or servers that are to be looked for. */
export type ServiceAnswer =
  | { readonly kind: 'servers' }
  | { readonly kind: 'server'; readonly server: FoundServer }
  | (Understood & { readonly isChosen?: true });

/** A row of the box; without a pick, it only says something. `typed` is what is typed, which may be newer than the row. */
export interface ServiceRow extends vscode.QuickPickItem {
  readonly pick?: 'typed' | 'clipboard' | ServiceAnswer;
}

/** The services that can be chosen by their name. First those on this computer, or those of them that answered. */
export function namedRows(found?: readonly FoundServer[]): readonly ServiceRow[] {
  return [
    ...(found?.map((server) => ({
      ...serverRow(server, { kind: 'server', server }),
      detail: modelsText(server),
    })) ?? localRows()),
    separator(vscode.l10n.t('services')),
    ...offeredServices().map(({ name, baseUrl }) => ({
      label: `$(globe) ${name}`,
      // Without its path, in which many have the names of others.
      description: baseUrl.split('/')[2] ?? '',
      pick: chosen(baseUrl.includes('<') ? { name, addressTemplate: baseUrl } : { name, baseUrl }),
    })),
  ];
}

function localRows(): readonly ServiceRow[] {
  return [
    separator(vscode.l10n.t('on this computer')),
    {
      label: `$(search) ${vscode.l10n.t('Use a Server on This Computer…')}`,
      pick: { kind: 'servers' },
    },
    // They are tried without a key.
    ...usualLocalServers.map((server) => serverRow(server, chosen({ ...server, key: '' }))),
  ];
}

function chosen(service: PastedConnection): ServiceAnswer {
  return { kind: 'connections', connections: [service], isChosen: true };
}

function serverRow({ name, baseUrl }: LocalServer, pick: ServiceAnswer): ServiceRow {
  return { label: `$(server) ${name}`, description: baseUrl, pick };
}

function separator(label: string): ServiceRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** A row that says what is wrong, and below what to do: a row does not wrap. */
export function warningRow(problem: string): ServiceRow {
  const [what = '', ...more] = problem.split(/(?<=\.) /);
  const detail = labelText(more.join(' '));
  return { label: `$(warning) ${labelText(what)}`, detail, alwaysShow: true };
}

/**
 * The rows with one for what is typed: the address that it is, what was found in it, or what is wrong with it; without
 * one for a word that a row has, which is a name and no address. It comes last, so that no other row moves: VS Code
 * knows rows by their places, and would take one for another if Enter is on its way while the rows change. Its filter
 * puts rows first whose labels have the text, so that the text is in the description.
 */
export function withTyped(
  text: string,
  reading: PastedReading,
  rows: readonly ServiceRow[],
): readonly ServiceRow[] {
  return !isAddress(text) && rows.some((one) => says(one, text))
    ? rows
    : [...rows, rowOf(text, reading)];
}

function rowOf(text: string, reading: PastedReading): ServiceRow {
  const meant = understand(text, reading, true);
  switch (meant.kind) {
    case 'address':
      return typedRow(shownAddress(meant.baseUrl));
    case 'connections':
      return typedRow(foundWords(meant));
    case 'problem':
      return { ...warningRow(meant.problem), pick: 'typed' };
  }
}

/** Whether VS Code's filter finds a text in a row. The name of its icon is none of its words. */
function says({ label, description = '' }: ServiceRow, text: string): boolean {
  const words = label.slice(label.startsWith('$(') ? label.indexOf(' ') : 0);
  return `${words}\n${description}`.toLowerCase().includes(text.toLowerCase());
}

function typedRow(description: string): ServiceRow {
  return {
    label: `$(plug) ${vscode.l10n.t('Use What Is Entered')}`,
    description: labelText(description),
    alwaysShow: true,
    pick: 'typed',
  };
}

/** The row for the clipboard: with what was found in it, if that is a connection, or without having looked. */
export function clipboardRows(reading: PastedReading | undefined): readonly ServiceRow[] {
  const found = reading && foundWords(reading);
  const label = `$(clippy) ${vscode.l10n.t('Paste From Clipboard')}`;
  const description = found && labelText(found);
  return found === '' ? [] : [{ label, description, pick: 'clipboard' }];
}

/** What was found in a text, without a key; empty if it is no connection. */
function foundWords(reading: PastedReading): string {
  return reading.kind === 'connections'
    ? reading.connections.map(connectionWords).join(' · ').slice(0, 200)
    : '';
}

function connectionWords(pasted: PastedConnection): string {
  const keyWord = (pasted.key ?? '') === '' ? undefined : vscode.l10n.t('API key');
  const words = [pasted.name, pastedAddress(pasted), keyWord];
  return words.filter((word) => word !== undefined).join(', ');
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createDemoService } from '../../../src/demo/service.ts';
import type { ConnectServices } from '../../../src/host/connections/connecting/connectFlow.ts';
import { createServiceClients } from '../../../src/host/connections/clients/serviceClients.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const { window } = vscode;

/**
 * What the user does: types and presses Enter, presses Enter, pastes, chooses a row, presses a button, or leaves. A text
 * that is typed where it is no service stays in its box.
 */
export type Act =
  | { readonly type: string }
  | { readonly paste: string }
  | { readonly choose: string }
  | { readonly press: string }
  | 'enter'
  | 'leave';

/** A question as the test saw it when the user acted. */
export interface Seen {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly problem: string;
  readonly buttons: readonly string[];
  /** The label and the description of each. */
  readonly rows: readonly string[];
  readonly details: readonly string[];
}

/** What connecting uses, with the forms that it opens. Its clients are made here, so that tests know its errors. */
export async function connectServices(
  services: Partial<ConnectServices> = {},
): Promise<{ services: ConnectServices; forms: Parameters<ConnectServices['openForm']>[] }> {
  const { keys, redactor } = (await activated()).services;
  const forms: Parameters<ConnectServices['openForm']>[] = [];
  const clients = createServiceClients({
    keys,
    redactor,
    loadDemo: async () => createDemoService(),
  });
  return {
    services: {
      clients,
      keys,
      readPasted: async (text) => readPastedText(text),
      openForm: async (...form) => void forms.push(form),
      diagnose: async () => {},
      ...services,
    },
    forms,
  };
}

/** Acts in the questions that come up, one after another, and gives what they showed. */
export async function acting(acts: readonly Act[], work: () => Promise<unknown>) {
  const { createInputBox, createQuickPick, showQuickPick, showInformationMessage } = window;
  const seen: Seen[] = [];
  const left = [...acts];
  Object.assign(window, {
    createInputBox: () => new FakeBox(left, seen),
    createQuickPick: () => new FakeBox(left, seen),
    showQuickPick: async (
      items: readonly vscode.QuickPickItem[],
      options: vscode.QuickPickOptions,
    ) => {
      seen.push(seenOf({ title: options.title, placeholder: options.placeHolder, items }));
      const act = left.shift();
      return typeof act === 'object' && 'choose' in act ? rowOf(items, act.choose) : undefined;
    },
    showInformationMessage: async () => {},
  });
  try {
    await work();
  } finally {
    Object.assign(window, {
      createInputBox,
      createQuickPick,
      showQuickPick,
      showInformationMessage,
    });
  }
  assert.deepEqual(left, [], 'A question was not asked.');
  return seen;
}

function rowOf(items: readonly vscode.QuickPickItem[], text: string): vscode.QuickPickItem {
  const row = items.find(({ label }) => label.includes(text));
  assert.ok(row, `There is no row ${text}: ${items.map(({ label }) => label).join('\n')}`);
  return row;
}

interface Shown {
  readonly title?: string | undefined;
  readonly prompt?: string;
  readonly placeholder?: string | undefined;
  readonly value?: string;
  readonly validationMessage?: string | { readonly message: string } | undefined;
  readonly buttons?: readonly vscode.QuickInputButton[];
  readonly items?: readonly vscode.QuickPickItem[];
}

function seenOf(box: Shown): Seen {
  const { validationMessage: problem = '', buttons = [], items = [] } = box;
  const { label = '', detail = '' } = items.find((row) => row.label.startsWith('$(warning)')) ?? {};
  const warning = `${label} ${detail}`.trim();
  return {
    title: box.title ?? '',
    prompt: box.prompt ?? box.placeholder ?? '',
    value: box.value ?? '',
    problem: warning + (typeof problem === 'string' ? problem : problem.message),
    buttons: buttons.map(({ tooltip = '' }) => tooltip),
    rows: items.map(({ label, description = '' }) => `${label} ${description}`),
    details: items.flatMap(({ detail }) => detail ?? []),
  };
}

/** An input box or a list in which the acts are carried out. */
class FakeBox {
  readonly #acts: Act[];
  readonly #seen: Seen[];
  readonly #listeners = new Map<string, ((value?: unknown) => void)[]>();
  #enabled = true;
  #items: readonly vscode.QuickPickItem[] | undefined;
  #onItems: (() => void) | undefined;
  busy = false;
  title = '';
  value = '';
  validationMessage: string | { message: string } | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  #isDisposed = false;
  selectedItems: readonly vscode.QuickPickItem[] = [];

  constructor(acts: Act[], seen: Seen[]) {
    this.#acts = acts;
    this.#seen = seen;
  }

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items ?? [];
  }

  // Separators without a text are not seen.
  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items.filter(({ label }) => label !== '');
    this.#onItems?.();
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  // It is set again when a check has ended without a result.
  set enabled(value: boolean) {
    this.#enabled = value;
    if (value) {
      queueMicrotask(() => void this.#act());
    }
  }

  readonly onDidChangeValue = this.#on('value');
  readonly onDidAccept = this.#on('accept');
  readonly onDidTriggerButton = this.#on('button');
  readonly onDidHide = this.#on('hide');

  show(): void {
    // A box that is busy at once is acted in when it no longer is.
    setTimeout(() => this.busy || void this.#act());
  }

  hide(): void {
    this.#tell('hide');
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #on(name: string) {
    return (listener: (value?: unknown) => void) => {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    };
  }

  #tell(name: string, value?: unknown): void {
    this.#listeners.get(name)?.forEach((listener) => listener(value));
  }

  async #act(): Promise<void> {
    if (this.#isDisposed) {
      return;
    }
    const act = this.#acts.shift();
    this.#seen.push(seenOf(this));
    if (act === undefined || act === 'leave') {
      this.#tell('hide');
    } else if (act === 'enter') {
      await this.#enter();
    } else if ('press' in act) {
      const { Back } = vscode.QuickInputButtons;
      const button = this.buttons.find((one) =>
        act.press === 'Back' ? one === Back : one.tooltip?.startsWith(act.press),
      );
      assert.ok(button, `There is no button ${act.press}.`);
      this.#tell('button', button);
    } else if ('choose' in act) {
      // The clipboard is read only after the box has opened.
      await until(`there is ${act.choose}`, () =>
        this.items.some(({ label }) => label.includes(act.choose)),
      );
      this.#accept(rowOf(this.items, act.choose));
    } else if ('paste' in act) {
      this.value = act.paste;
      this.#tell('value', act.paste);
      queueMicrotask(() => void this.#act());
    } else {
      this.value = act.type;
      await this.#enter();
    }
  }

  /** Presses Enter when the rows for the text are there. */
  async #enter(): Promise<void> {
    if (this.#items === undefined) {
      this.#tell('value', this.value);
      this.#tell('accept');
      return;
    }
    const shown = new Promise<void>((resolve) => (this.#onItems = resolve));
    this.#tell('value', this.value);
    await shown;
    const typed = this.items.findLast(({ alwaysShow }) => alwaysShow);
    if (typed?.label.startsWith('$(warning)') === true) {
      await this.#act();
    } else {
      this.#accept(typed ?? this.items[0]);
    }
  }

  #accept(row: vscode.QuickPickItem | undefined): void {
    this.selectedItems = row === undefined ? [] : [row];
    this.#tell('accept');
  }
}

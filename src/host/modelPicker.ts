import * as vscode from 'vscode';
import type { ModelCatalogue } from './modelCatalogue.ts';
import type { Models } from './models.ts';
import { modelItems, type ModelItem } from './modelItems.ts';
import type { Target } from './target.ts';

/** What else the user may want instead of a model. */
type OtherPick = 'chooseConnection' | 'setKey';

/** What the user did with the picker; nothing where it was left. */
export type ModelPick = { readonly model: string } | OtherPick | undefined;

/** A row: a model, or what can be done when the list could not be had. */
interface Row extends ModelItem {
  readonly next?: OtherPick | 'refresh';
}

/**
 * Lets the user choose among the models of the target's connection. A list that was fetched before
 * is shown at once; otherwise, and on the refresh button, the service is asked.
 */
export async function pickModel(
  target: Target,
  { catalogue }: Models,
  title = vscode.l10n.t('Model of {0}', target.connection.name),
): Promise<ModelPick> {
  const picker = new ModelPicker(target, catalogue, title);
  try {
    return await picker.picked;
  } finally {
    picker.dispose();
  }
}

class ModelPicker implements vscode.Disposable {
  readonly #target: Target;
  readonly #catalogue: ModelCatalogue;
  readonly #quickPick = vscode.window.createQuickPick<Row>();
  readonly #connectionButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('plug'),
    tooltip: vscode.l10n.t('Choose another connection'),
  };
  #failure: unknown;
  #refreshing = 0;

  /** Resolves once the user has chosen or left. */
  readonly picked: Promise<ModelPick>;

  constructor(target: Target, catalogue: ModelCatalogue, title: string) {
    this.#target = target;
    this.#catalogue = catalogue;
    const quickPick = this.#quickPick;
    quickPick.title = title;
    quickPick.placeholder = vscode.l10n.t('Type to search, or type a model id');
    quickPick.matchOnDescription = true;
    quickPick.onDidChangeValue(() => this.#show());
    this.picked = new Promise((resolve) => {
      quickPick.onDidTriggerButton((button) => {
        if (button === this.#connectionButton) {
          resolve('chooseConnection');
        } else {
          void this.#refresh();
        }
      });
      quickPick.onDidAccept(() => this.#accept(resolve));
      quickPick.onDidHide(() => resolve(undefined));
    });
    this.#show();
    quickPick.show();
    if (catalogue.peek(target.connection) === undefined) {
      void this.#refresh();
    }
  }

  dispose(): void {
    this.#quickPick.dispose();
  }

  #accept(resolve: (pick: ModelPick) => void): void {
    const row = this.#quickPick.selectedItems[0];
    if (row?.next === 'refresh') {
      void this.#refresh();
    } else if (row?.next !== undefined) {
      resolve(row.next);
    } else if (row?.modelId !== undefined) {
      // The rows lag behind the box by the way to VS Code and back.
      resolve({ model: row.isTyped === true ? this.#quickPick.value : row.modelId });
    }
  }

  async #refresh(): Promise<void> {
    this.#refreshing += 1;
    this.#failure = undefined;
    this.#show();
    try {
      await this.#catalogue.refresh(this.#target.connection);
    } catch (error) {
      this.#failure = error;
    }
    this.#refreshing -= 1;
    this.#show();
  }

  #show(): void {
    const { connection, model } = this.#target;
    const list = this.#catalogue.peek(connection);
    const typed = this.#quickPick.value;
    this.#quickPick.busy = this.#refreshing > 0;
    this.#quickPick.buttons = [refreshButton(list?.fetchedAt), this.#connectionButton];
    this.#quickPick.items = [
      ...(this.#failure === undefined ? [] : failureRows(this.#failure)),
      ...modelItems(list?.models ?? [], model, typed),
    ];
    const hasList = list !== undefined && list.models.length > 0;
    if (typed === '' || !hasList) {
      this.#quickPick.activeItems = this.#quickPick.items.filter(
        ({ modelId }) => modelId !== undefined && modelId === (typed || model),
      );
    }
  }
}

function refreshButton(fetchedAt: number | undefined): vscode.QuickInputButton {
  const time = fetchedAt === undefined ? '' : new Date(fetchedAt).toLocaleTimeString();
  return {
    iconPath: new vscode.ThemeIcon('refresh'),
    tooltip:
      time === ''
        ? vscode.l10n.t('Ask the service for the list')
        : vscode.l10n.t('Ask the service again (list of {0})', time),
  };
}

function failureRows(failure: unknown): readonly Row[] {
  const detail = failure instanceof Error ? failure.message : String(failure);
  return [
    {
      label: `$(warning) ${vscode.l10n.t('The list could not be had. Try again')}`,
      detail,
      next: 'refresh',
      alwaysShow: true,
    },
    { label: `$(key) ${vscode.l10n.t('Set the key…')}`, next: 'setKey', alwaysShow: true },
    {
      label: `$(plug) ${vscode.l10n.t('Choose another connection…')}`,
      next: 'chooseConnection',
      alwaysShow: true,
    },
  ];
}

import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import { failureText, isListMissing } from '../connections/listFailure.ts';
import type { Target } from '../connections/target.ts';
import type { ModelList } from './modelCatalogue.ts';
import { togglePreference } from './modelPreferences.ts';
import { listAge, type ModelButton, type ModelItem, modelItems, typedItem } from './modelRows.ts';
import type { Models } from './models.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** What the user can choose instead of a model. */
type OtherPick = 'chooseConnection' | 'manageConnections' | 'setKey';

/** What the user has chosen; `undefined` if the picker was closed. */
type ModelPick = { readonly model: string } | OtherPick | undefined;

/**
 * Lets the user choose a model of the target's connection, from its model list or by typing an ID. Fetches
 * the list only if none is kept or the user refreshes it.
 */
export async function pickModel(
  target: Target,
  models: Models,
  title = vscode.l10n.t('Models of {0}', visibleText(target.connection.name)),
): Promise<ModelPick> {
  const picker = new ModelPicker(target, models, title);
  try {
    return await picker.picked;
  } finally {
    picker.dispose();
  }
}

class ModelPicker implements vscode.Disposable {
  readonly #target: Target;
  readonly #models: Models;
  readonly #title: string;
  readonly #quickPick = vscode.window.createQuickPick<PickerRow>();
  #failure: unknown;
  #refreshing = 0;
  #showsHidden = false;
  #detailed: string | undefined;
  /** The rows, without the one for the typed text. */
  #rows: readonly PickerRow[] = [];
  #topButtons: readonly TopButton[] = [];
  #ids: ReadonlySet<string> = new Set();
  #hasTypedRow = false;
  /** The text in the input box when a row was made active, if one was. */
  #activeFor: string | undefined;

  /** Resolves when the user chooses or closes the picker. */
  readonly picked: Promise<ModelPick>;

  constructor(target: Target, models: Models, title: string) {
    this.#target = target;
    this.#models = models;
    this.#title = title;
    const quickPick = this.#quickPick;
    quickPick.placeholder = vscode.l10n.t('Search for a model, or enter a model ID');
    quickPick.matchOnDescription = true;
    quickPick.onDidChangeValue(() => this.#showTyped());
    quickPick.onDidTriggerItemButton(({ button, item }) => {
      const does = item.buttons?.find((known) => known === button)?.does;
      if (does !== undefined && item.modelId !== undefined) {
        this.#press(does, item.modelId);
      }
    });
    this.picked = new Promise((resolve) => {
      quickPick.onDidTriggerButton((button) => this.#pressTop(button, resolve));
      quickPick.onDidAccept(() => this.#accept(resolve));
      quickPick.onDidHide(() => resolve(undefined));
    });
    this.#show(target.model);
    quickPick.show();
    if (this.#list === undefined) {
      void this.#refresh();
    }
  }

  dispose(): void {
    this.#quickPick.dispose();
  }

  get #list(): ModelList | undefined {
    return this.#models.catalogue.peek(this.#target.connection);
  }

  #accept(resolve: (pick: ModelPick) => void): void {
    const row = this.#quickPick.selectedItems[0];
    if (row?.next === 'refresh') {
      void this.#refresh();
    } else if (row?.next !== undefined) {
      resolve(row.next);
    } else if (row?.isTyped === true) {
      // The row may be older than the text, which is what the user means.
      resolve({ model: this.#quickPick.value });
    } else if (row?.modelId !== undefined) {
      resolve({ model: row.modelId });
    }
  }

  #pressTop(button: vscode.QuickInputButton, resolve: (pick: ModelPick) => void): void {
    const does = this.#topButtons.find((known) => known === button)?.does;
    if (does === 'refresh') {
      void this.#refresh();
    } else if (does === 'toggleHidden') {
      this.#showsHidden = !this.#showsHidden;
      this.#show(this.#active);
    } else if (does !== undefined) {
      resolve(does);
    }
  }

  #press(does: ModelButton, id: string): void {
    const { memory } = this.#models;
    const { connection } = this.#target;
    if (does === 'copy') {
      void vscode.env.clipboard.writeText(id);
      vscode.window.setStatusBarMessage(vscode.l10n.t('The model ID was copied.'), 5000);
    } else if (does === 'details') {
      this.#detailed = this.#detailed === id ? undefined : id;
      this.#show(id, true);
    } else {
      memory.change(connection, togglePreference(memory.of(connection), does, id));
      this.#show(id, true);
    }
  }

  async #refresh(): Promise<void> {
    this.#refreshing += 1;
    this.#failure = undefined;
    this.#show(this.#active);
    try {
      await this.#models.catalogue.refresh(this.#target.connection);
    } catch (error) {
      this.#failure = error;
    }
    this.#refreshing -= 1;
    // If there is text in the input box, the chosen model may not match it.
    this.#show(this.#active ?? (this.#quickPick.value === '' ? this.#target.model : undefined));
  }

  /** The ID of the active model, unless the text typed since may have filtered its row out. */
  get #active(): string | undefined {
    const { activeItems, value } = this.#quickPick;
    const id = activeItems[0]?.modelId;
    return id?.toLowerCase().includes(value.toLowerCase()) === true ? id : undefined;
  }

  /** Updates the whole picker and makes the row of `activeId` the active one. */
  #show(activeId: string | undefined, keepsScroll = false): void {
    const { connection, model: current } = this.#target;
    const list = this.#list;
    const preferences = this.#models.memory.of(connection);
    const items = modelItems(list, {
      current,
      preferences,
      showsHidden: this.#showsHidden,
      detailed: this.#detailed,
      connection: connection.name,
    });
    this.#rows = [...troubleRows(list, this.#failure), ...items];
    this.#ids = new Set(items.flatMap(({ modelId }) => modelId ?? []));
    this.#quickPick.busy = this.#refreshing > 0;
    this.#quickPick.title =
      list === undefined ? this.#title : `${this.#title} · ${listAge(list.fetchedAt, Date.now())}`;
    this.#topButtons = topButtons(this.#showsHidden, preferences.hidden.length > 0);
    this.#quickPick.buttons = this.#topButtons;
    this.#quickPick.keepScrollPosition = keepsScroll;
    this.#showRows(activeId);
  }

  /**
   * Called for each key. Sets the rows again only if the row for the typed text appears or disappears, or if
   * a row was made active for another text: if the new text filters that row out, Enter would do nothing.
   */
  #showTyped(): void {
    const isForOther = (this.#activeFor ?? this.#quickPick.value) !== this.#quickPick.value;
    if (isForOther || this.#wantsTypedRow !== this.#hasTypedRow) {
      this.#showRows(undefined);
    }
  }

  get #wantsTypedRow(): boolean {
    return this.#quickPick.value !== '' && !this.#ids.has(this.#quickPick.value);
  }

  #showRows(activeId: string | undefined): void {
    const quickPick = this.#quickPick;
    this.#hasTypedRow = this.#wantsTypedRow;
    const typed = this.#hasTypedRow ? [typedItem()] : [];
    quickPick.items = [...this.#rows, ...typed];
    const active = activeRows(quickPick.items, this.#ids.size === 0, activeId);
    this.#activeFor = active.length > 0 ? quickPick.value : undefined;
    if (active.length > 0) {
      // If this were set to an empty list, Enter would do nothing. Left alone, VS Code activates a row.
      quickPick.activeItems = active;
    }
  }
}

/** A button at the top of the picker. */
interface TopButton extends vscode.QuickInputButton {
  readonly does: 'refresh' | 'toggleHidden' | 'manageConnections' | 'chooseConnection';
}

/** The buttons at the top. The one for hidden models is left out if there are none. */
function topButtons(showsHidden: boolean, hasHidden: boolean): readonly TopButton[] {
  const button = (does: TopButton['does'], icon: string, tooltip: string): TopButton => ({
    does,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const toggle = showsHidden
    ? button('toggleHidden', 'eye', vscode.l10n.t('Do Not Show Hidden Models'))
    : button('toggleHidden', 'eye-closed', vscode.l10n.t('Show Hidden Models'));
  return [
    button('refresh', 'refresh', vscode.l10n.t('Refresh Model List')),
    ...(hasHidden ? [toggle] : []),
    button('chooseConnection', 'plug', vscode.l10n.t('Choose Another Connection')),
    button('manageConnections', 'settings-gear', vscode.l10n.t('Manage Connections')),
  ];
}

/** A row of the picker: a model, or an action if the model list could not be fetched. */
export interface PickerRow extends ModelItem {
  readonly next?: 'chooseConnection' | 'setKey' | 'refresh';
}

/** The rows above the models: none if the list was fetched or has not been requested yet. */
function troubleRows(list: ModelList | undefined, failure: unknown): readonly PickerRow[] {
  const isAnotherFailure = failure !== undefined && !isListMissing(failure);
  if (list?.isMissing === true && !isAnotherFailure) {
    return [missingListRow(failure)];
  }
  if (failure !== undefined) {
    return failureRows(failure);
  }
  return list?.models.length === 0 ? [emptyListRow()] : [];
}

/** The row to make active: that of a model, or that for the typed text if it is the only one. */
function activeRows(
  rows: readonly PickerRow[],
  isOnlyTyped: boolean,
  activeId: string | undefined,
): readonly PickerRow[] {
  return rows.filter(({ modelId, isTyped }) =>
    isOnlyTyped ? isTyped === true : modelId !== undefined && modelId === activeId,
  );
}

/** The rows after a request for the list has failed. */
function failureRows(failure: unknown): readonly PickerRow[] {
  return [
    {
      label: `$(warning) ${vscode.l10n.t('The model list could not be loaded. Try again')}`,
      detail: labelText(failureText(failure)),
      next: 'refresh',
      alwaysShow: true,
    },
    { label: `$(key) ${vscode.l10n.t('Set API Key…')}`, next: 'setKey', alwaysShow: true },
    {
      label: `$(plug) ${vscode.l10n.t('Choose Another Connection…')}`,
      next: 'chooseConnection',
      alwaysShow: true,
    },
  ];
}

/** The row for a service without a list. `failure` is the last response, if it was requested just now. */
function missingListRow(failure: unknown): PickerRow {
  return {
    label: `$(info) ${vscode.l10n.t('This service has no model list. Enter a model ID')}`,
    detail:
      failure === undefined
        ? vscode.l10n.t('Press Enter to request the list again')
        : labelText(failureText(failure)),
    next: 'refresh',
    alwaysShow: true,
  };
}

/** The row for a list without models, as a local server gives it before a model is installed. */
function emptyListRow(): PickerRow {
  return {
    label: `$(info) ${vscode.l10n.t('The service lists no models. Refresh the list')}`,
    detail: vscode.l10n.t('Load or install a model on the server first, or enter a model ID'),
    next: 'refresh',
    alwaysShow: true,
  };
}

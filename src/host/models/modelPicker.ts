import type { Target } from '../connections/target.ts';
import * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import type { ModelList } from './modelCatalogue.ts';
import { changeNotes } from './modelPreferences.ts';
import { listAge, type ModelButton, type ModelItem, modelItems, typedItem } from './modelRows.ts';
import type { Models } from './models.ts';

/** What else the user may want instead of a model. */
type OtherPick = 'chooseConnection' | 'manageConnections' | 'setKey';

/** What the user did with the picker; nothing where it was left. */
type ModelPick = { readonly model: string } | OtherPick | undefined;

/**
 * Lets the user choose among the models of the target's connection. A list that was fetched before
 * is shown at once; otherwise, and on the refresh button, the service is asked.
 */
export async function pickModel(
  target: Target,
  models: Models,
  title = vscode.l10n.t('Model of {0}', target.connection.name),
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
  /** The rows without the one for what is typed. */
  #rows: readonly PickerRow[] = [];
  #topButtons: readonly TopButton[] = [];
  #ids: ReadonlySet<string> = new Set();
  #hasTypedRow = false;
  /** What stood in the box when a row was made the active one. */
  #activeFor: string | undefined;

  /** Resolves once the user has chosen or left. */
  readonly picked: Promise<ModelPick>;

  constructor(target: Target, models: Models, title: string) {
    this.#target = target;
    this.#models = models;
    this.#title = title;
    const quickPick = this.#quickPick;
    quickPick.placeholder = vscode.l10n.t('Type to search, or type a model id');
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
      // The rows lag behind the box by the way to VS Code and back.
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
      vscode.window.setStatusBarMessage(vscode.l10n.t('The model id is copied.'), 5000);
    } else if (does === 'details') {
      this.#detailed = this.#detailed === id ? undefined : id;
      this.#show(id, true);
    } else {
      memory.change(connection, changeNotes(memory.of(connection), does, id));
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
    // What is typed decides, and the current model may not match it.
    this.#show(this.#active ?? (this.#quickPick.value === '' ? this.#target.model : undefined));
  }

  /** The active model, unless what has been typed since may have left it out of sight. */
  get #active(): string | undefined {
    const { activeItems, value } = this.#quickPick;
    const id = activeItems[0]?.modelId;
    return id?.toLowerCase().includes(value.toLowerCase()) === true ? id : undefined;
  }

  /** Shows all rows anew, with the one of `activeId` as the active one. */
  #show(activeId: string | undefined, keepsScroll = false): void {
    const { connection, model: current } = this.#target;
    const list = this.#list;
    const notes = this.#models.memory.of(connection);
    const items = modelItems(list, {
      current,
      notes,
      showsHidden: this.#showsHidden,
      detailed: this.#detailed,
      connection: connection.name,
    });
    this.#rows = [...troubleRows(list, this.#failure), ...items];
    this.#ids = new Set(items.flatMap(({ modelId }) => modelId ?? []));
    this.#quickPick.busy = this.#refreshing > 0;
    this.#quickPick.title =
      list === undefined ? this.#title : `${this.#title} · ${listAge(list.fetchedAt, Date.now())}`;
    this.#topButtons = topButtons(this.#showsHidden, notes.hidden.length > 0);
    this.#quickPick.buttons = this.#topButtons;
    this.#quickPick.keepScrollPosition = keepsScroll;
    this.#showRows(activeId);
  }

  /**
   * With each key; the rows go to VS Code again only when the one for what is typed comes or goes, or
   * when a row was made the active one for another text: out of sight, it would have Enter do nothing.
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
      // Given none, VS Code would have Enter do nothing; left alone it takes the best match.
      quickPick.activeItems = active;
    }
  }
}

/** A button at the top of the picker. */
interface TopButton extends vscode.QuickInputButton {
  readonly does: 'refresh' | 'toggleHidden' | 'manageConnections' | 'chooseConnection';
}

/** The buttons at the top; the one for hidden models only where there are some. */
function topButtons(showsHidden: boolean, hasHidden: boolean): readonly TopButton[] {
  const button = (does: TopButton['does'], icon: string, tooltip: string): TopButton => ({
    does,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const toggle = showsHidden
    ? button('toggleHidden', 'eye', vscode.l10n.t('Leave out hidden models'))
    : button('toggleHidden', 'eye-closed', vscode.l10n.t('Show hidden models'));
  return [
    button('refresh', 'refresh', vscode.l10n.t('Ask the service for the list')),
    ...(hasHidden ? [toggle] : []),
    button('chooseConnection', 'plug', vscode.l10n.t('Choose another connection')),
    button('manageConnections', 'settings-gear', vscode.l10n.t('Manage connections')),
  ];
}

/** A row of the picker: a model, or what can be done where the list could not be had. */
export interface PickerRow extends ModelItem {
  readonly next?: 'chooseConnection' | 'setKey' | 'refresh';
}

/** What stands before the models where there is no list, or where it could not be had. */
function troubleRows(list: ModelList | undefined, failure: unknown): readonly PickerRow[] {
  if (list?.isMissing === true) {
    return [missingListRow(failure)];
  }
  return failure === undefined ? [] : failureRows(failure);
}

/** The rows to be active: that of a model, or where there is none that for what is typed. */
function activeRows(
  rows: readonly PickerRow[],
  isOnlyTyped: boolean,
  activeId: string | undefined,
): readonly PickerRow[] {
  return rows.filter(({ modelId, isTyped }) =>
    isOnlyTyped ? isTyped === true : modelId !== undefined && modelId === activeId,
  );
}

/** What can be done after the list could not be had. */
function failureRows(failure: unknown): readonly PickerRow[] {
  return [
    {
      label: `$(warning) ${vscode.l10n.t('The list could not be had. Try again')}`,
      detail: messageOf(failure),
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

/** Says that the service has no list; `failure` is what it answered just now, if it was asked. */
function missingListRow(failure: unknown): PickerRow {
  return {
    label: `$(info) ${vscode.l10n.t('This service has no model list. Type the id of a model')}`,
    detail: failure === undefined ? vscode.l10n.t('Enter asks it again.') : messageOf(failure),
    next: 'refresh',
    alwaysShow: true,
  };
}

import * as vscode from 'vscode';
import { replaceRows } from '../base/inputs/quickInput.ts';
import { type Connection, demoId } from '../connections/connection.ts';
import type { Target } from '../connections/target.ts';
import { isFilteredByVSCode, matchesText, matchingRows } from './modelFilter.ts';
import { togglePreference, withRecent } from './modelPreferences.ts';
import type { ConnectionModel, ModelButton, ModelSource } from './modelRows.ts';
import type { Models } from './models.ts';
import type { PickerRow } from './pickerRows.ts';
import {
  currentModel,
  enteringId,
  isSameModel,
  type ModelPickOptions,
  openedPicker,
  type PickerState,
  type PickerView,
  pickerView,
  withAnswer,
  withDetails,
  withRequest,
} from './pickerState.ts';

/** What the user can choose instead of a model. */
type OtherPick = 'connect' | 'manageConnections' | 'setKey' | 'diagnose';

/** What the user has chosen; `undefined` if the picker was closed. */
type ModelPick = ConnectionModel | OtherPick | undefined;

/**
 * Lets the user choose a model of any of `connections`, or of the target's connection by typing an ID. Fetches
 * the list of the target's connection if none is kept, and other lists only if the user asks for it.
 */
export async function pickModel(
  target: Target,
  connections: readonly Connection[],
  models: Models,
  options: ModelPickOptions = {},
): Promise<ModelPick> {
  const picker = new ModelPicker(target, connections, models, options);
  try {
    return await picker.picked;
  } finally {
    picker.dispose();
  }
}

/** The picker on the screen. What it shows is `pickerView` of its state. */
class ModelPicker implements vscode.Disposable {
  readonly #connections: readonly Connection[];
  readonly #models: Models;
  readonly #options: ModelPickOptions;
  readonly #quickPick = vscode.window.createQuickPick<PickerRow>();
  #state: PickerState;
  #view: PickerView;
  #shown: readonly PickerRow[] = [];
  /** The text in the input box when a row was made active, if one was. */
  #activeFor: string | undefined;

  /** Resolves when the user chooses or closes the picker. */
  readonly picked: Promise<ModelPick>;

  constructor(
    target: Target,
    connections: readonly Connection[],
    models: Models,
    options: ModelPickOptions,
  ) {
    this.#connections = connections;
    this.#models = models;
    this.#options = options;
    this.#state = openedPicker(target);
    this.#view = this.#viewNow();
    const quickPick = this.#quickPick;
    quickPick.matchOnDescription = true;
    quickPick.onDidChangeValue(() => this.#showTyped());
    quickPick.onDidTriggerItemButton(({ button, item }) => {
      const does = item.buttons?.find((known) => known === button)?.does;
      if (does !== undefined && item.pick !== undefined) {
        this.#press(does, item.pick);
      }
    });
    this.picked = new Promise((resolve) => {
      quickPick.onDidTriggerButton((button) => this.#pressTop(button, resolve));
      quickPick.onDidAccept(() => this.#accept(resolve));
      quickPick.onDidHide(() => resolve(undefined));
    });
    this.#show(this.#state, currentModel(this.#state));
    quickPick.show();
    if (models.catalogue.peek(target.connection) === undefined) {
      void this.#refresh(target.connection);
    }
  }

  dispose(): void {
    this.#quickPick.dispose();
  }

  /** The connections with a group of their own, that of the target first. */
  get #sources(): readonly ModelSource[] {
    const { connection: first } = this.#state.target;
    const { catalogue, memory } = this.#models;
    const current = currentModel(this.#state);
    return [first, ...this.#connections.filter(({ id }) => id !== first.id)]
      .map((connection) => {
        const preferences = memory.of(connection);
        // The model of the target counts as the one that was used last.
        const recent =
          connection === current?.connection ? withRecent(preferences, current.model) : {};
        const list = catalogue.peek(connection);
        return { connection, list, preferences: { ...preferences, ...recent } };
      })
      .filter(
        ({ connection, list }) =>
          connection === first || list !== undefined || connection.id !== demoId,
      );
  }

  #viewNow(): PickerView {
    return pickerView(this.#state, this.#sources, this.#options);
  }

  #accept(resolve: (pick: ModelPick) => void): void {
    const { value, selectedItems } = this.#quickPick;
    const { target, entersId } = this.#state;
    const row = selectedItems[0];
    if (row?.next === 'refresh') {
      void this.#refresh(row.connection ?? target.connection);
    } else if (row?.next === 'enterId') {
      this.#quickPick.value = '';
      this.#show(enteringId(this.#state, row.connection ?? target.connection));
    } else if (row?.next !== undefined) {
      resolve(row.next);
    } else if (row?.typed !== undefined) {
      // The row may be older than the text, which is what the user means. Words are more likely a search.
      const text = value.trim();
      if (row.typed === text || entersId || !/\s/.test(text)) {
        resolve({ connection: target.connection, model: text });
      }
    } else if (row?.pick !== undefined) {
      // The text may be newer than the rows, so that another row is the first one for it.
      const isFound = isFilteredByVSCode(value) || matchesText(row, value);
      const pick = isFound
        ? row.pick
        : matchingRows(this.#view.rowsFor(''), value).find(isModel)?.pick;
      if (pick !== undefined) {
        resolve(pick);
      }
    }
  }

  #pressTop(button: vscode.QuickInputButton, resolve: (pick: ModelPick) => void): void {
    const state = this.#state;
    const does = this.#view.buttons.find((known) => known === button)?.does;
    if (does === 'refresh') {
      this.#sources.forEach(({ connection }) => void this.#refresh(connection));
    } else if (does === 'enterId') {
      this.#show(enteringId(state, state.target.connection));
    } else if (does === 'search') {
      this.#show({ ...state, entersId: false });
    } else if (does === 'toggleHidden') {
      this.#show({ ...state, showsHidden: !state.showsHidden }, this.#active);
    } else if (does !== undefined) {
      resolve(does);
    }
  }

  #press(does: ModelButton, pressed: ConnectionModel): void {
    const { memory } = this.#models;
    const { connection, model: id } = pressed;
    if (does === 'copy') {
      void vscode.env.clipboard.writeText(id);
      vscode.window.setStatusBarMessage(vscode.l10n.t('The model ID was copied.'), 5000);
    } else if (does === 'details') {
      this.#show(withDetails(this.#state, pressed), pressed, true);
    } else {
      memory.change(connection, togglePreference(memory.of(connection), does, id));
      this.#show(this.#state, pressed, true);
    }
  }

  async #refresh(connection: Connection): Promise<void> {
    this.#show(withRequest(this.#state, connection), this.#active);
    let failure: unknown;
    try {
      await this.#models.catalogue.refresh(connection);
    } catch (error) {
      failure = error;
    }
    const state = withAnswer(this.#state, connection, failure);
    // If there is text in the input box, the chosen model may not match it.
    const current = this.#quickPick.value === '' ? currentModel(state) : undefined;
    this.#show(state, this.#active ?? current);
  }

  /** The active model, unless the text typed since may have filtered its row out. */
  get #active(): ConnectionModel | undefined {
    const { activeItems, value } = this.#quickPick;
    const [row] = activeItems;
    return row !== undefined && matchesText(row, value) ? row.pick : undefined;
  }

  /** Updates the whole picker and makes the row of `active` the active one. */
  #show(state: PickerState, active?: ConnectionModel, keepsScroll = false): void {
    this.#state = state;
    this.#view = this.#viewNow();
    const { title, placeholder, busy, buttons } = this.#view;
    Object.assign(this.#quickPick, { title, placeholder, busy, buttons });
    this.#quickPick.keepScrollPosition = keepsScroll;
    this.#showRows(active);
  }

  /**
   * Called for each key. Sets the rows again only if VS Code's own filter does not find the same ones, or if
   * a row was made active for another text: if the new text filters that row out, Enter would do nothing.
   */
  #showTyped(): void {
    const { value } = this.#quickPick;
    const isForOther = (this.#activeFor ?? value) !== value;
    if (isForOther || this.#view.rowsFor(value) !== this.#shown) {
      this.#showRows();
    }
  }

  #showRows(activeModel?: ConnectionModel): void {
    const quickPick = this.#quickPick;
    const { value } = quickPick;
    const rows = this.#view.rowsFor(value);
    this.#shown = rows;
    replaceRows(quickPick, rows);
    const typed = rows.filter((row) => row.typed !== undefined);
    const active =
      typed.length > 0 ? typed : rows.filter(({ pick }) => isSameModel(pick, activeModel));
    this.#activeFor = active.length > 0 ? value : undefined;
    if (typed.length > 0 && !this.#state.entersId && /\S\s+\S/.test(value)) {
      // Enter then does nothing, until the user moves to the row.
      quickPick.activeItems = [];
    } else if (active.length > 0) {
      // If this were set to an empty list, Enter would do nothing. Left alone, VS Code activates a row.
      quickPick.activeItems = active;
    }
  }
}

function isModel({ pick }: PickerRow): boolean {
  return pick !== undefined;
}

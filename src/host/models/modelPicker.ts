import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { replaceRows } from '../base/inputs/replaceRows.ts';
import { userPrices } from '../base/settings.ts';
import { type Connection, demoId, type UnusableConnection } from '../connections/connection.ts';
import type { Target } from '../connections/target.ts';
import type { ModelList } from './modelCatalogue.ts';
import { isFilteredByVSCode, matchesText, matchingRows } from './modelFilter.ts';
import { type ModelPreferences, togglePreference, withRecent } from './modelPreferences.ts';
import {
  type ConnectionModel,
  listAge,
  type ModelButton,
  modelItems,
  type ModelSource,
} from './modelRows.ts';
import type { Models } from './models.ts';
import {
  idRows,
  isIdRow,
  exactRow,
  loadRows,
  noMatchRow,
  otherRows,
  type PickerRow,
  troubleRows,
  typedRow,
  unusableRows,
} from './pickerRows.ts';

/** What the user can choose instead of a model. */
type OtherPick = 'connect' | 'manageConnections' | 'setKey' | 'diagnose';

/** What the user has chosen; `undefined` if the picker was closed. */
type ModelPick = ConnectionModel | OtherPick | undefined;

/** What is different from choosing the model of a chat. */
export interface ModelPickOptions {
  /** What is done with the model. */
  readonly title?: string | undefined;
  /** Whether the chat is sent to the model at once, which the picker says. */
  readonly isSentAtOnce?: boolean | undefined;
  /** Whether this model is not offered. */
  readonly isLeftOut?: ((model: ConnectionModel) => boolean) | undefined;
  /** The connections that cannot be used, which are listed with the reasons. */
  readonly unusable?: readonly UnusableConnection[] | undefined;
  /** The choice is for one request, and the connection of the chat stays. */
  readonly isForOnce?: boolean | undefined;
}

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

class ModelPicker implements vscode.Disposable {
  readonly #connections: readonly Connection[];
  readonly #models: Models;
  readonly #options: ModelPickOptions;
  readonly #quickPick = vscode.window.createQuickPick<PickerRow>();
  /** Its connection comes first, and is the one that a typed ID is for. */
  #target: Target;
  /** What the last request for a list has thrown, by the ID of its connection. */
  readonly #failures = new Map<string, unknown>();
  #refreshing = 0;
  #showsHidden = false;
  #detailed: ConnectionModel | undefined;
  /** Whether the text is taken as a model ID, whatever it matches. */
  #entersId = false;
  /** The rows while there is no text in the input box. */
  #rows: readonly PickerRow[] = [];
  /** The rows in which a text is searched: first those of models that chat, then all but that of `idRows`. */
  #searched: readonly (readonly PickerRow[])[] = [];
  /** The rows that are shown, without what VS Code's own filter leaves out. */
  #shown: readonly PickerRow[] = [];
  #topButtons: readonly TopButton[] = [];
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
    this.#target = target;
    this.#connections = connections;
    this.#models = models;
    this.#options = options;
    const quickPick = this.#quickPick;
    quickPick.placeholder = this.#searchHint;
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
    this.#show(this.#current);
    quickPick.show();
    if (this.#listOf(target.connection) === undefined) {
      void this.#refresh([target.connection]);
    }
  }

  dispose(): void {
    this.#quickPick.dispose();
  }

  #listOf(connection: Connection): ModelList | undefined {
    return this.#models.catalogue.peek(connection);
  }

  /** The connections with a group of their own, that of the target first. */
  get #sources(): readonly ModelSource[] {
    const { connection: first } = this.#target;
    const others = this.#connections.filter(({ id }) => id !== first.id);
    return [first, ...others]
      .map((connection) => ({
        connection,
        list: this.#listOf(connection),
        preferences: this.#preferencesOf(connection),
      }))
      .filter(
        ({ connection, list }) =>
          connection === first || list !== undefined || connection.id !== demoId,
      );
  }

  /** The preferences, in which the model of the target counts as the one that was used last. */
  #preferencesOf(connection: Connection): ModelPreferences {
    const preferences = this.#models.memory.of(connection);
    const { model } = this.#target;
    return connection === this.#target.connection && model !== undefined
      ? { ...preferences, ...withRecent(preferences, model) }
      : preferences;
  }

  /** The model of the target; undefined if it has none. */
  get #current(): ConnectionModel | undefined {
    const { connection, model } = this.#target;
    return model === undefined ? undefined : { connection, model };
  }

  #accept(resolve: (pick: ModelPick) => void): void {
    const { value, selectedItems } = this.#quickPick;
    const row = selectedItems[0];
    if (row?.next === 'refresh') {
      void this.#refresh([row.connection ?? this.#target.connection]);
    } else if (row?.next === 'enterId') {
      this.#quickPick.value = '';
      this.#enterIdFor(row.connection ?? this.#target.connection);
    } else if (row?.next !== undefined) {
      resolve(row.next);
    } else if (row?.typed !== undefined) {
      // The row may be older than the text, which is what the user means. Words are more likely a search.
      const text = value.trim();
      if (row.typed === text || this.#entersId || !/\s/.test(text)) {
        resolve({ connection: this.#target.connection, model: text });
      }
    } else if (row?.pick !== undefined) {
      // The text may be newer than the rows, so that another row is the first one for it.
      const isFound = isFilteredByVSCode(value) || matchesText(row, value);
      const pick = isFound ? row.pick : matchingRows(this.#rows, value).find(isModel)?.pick;
      if (pick !== undefined) {
        resolve(pick);
      }
    }
  }

  /** Lets the user type any model ID of this connection, also one that is a part of a listed one. */
  #enterIdFor(connection: Connection): void {
    this.#target = connection === this.#target.connection ? this.#target : { connection };
    this.#entersId = true;
    this.#quickPick.placeholder = vscode.l10n.t(
      'Enter a model ID of {0}',
      visibleText(connection.name),
    );
    this.#show(undefined);
  }

  #leaveEntering(): void {
    this.#entersId = false;
    this.#quickPick.placeholder = this.#searchHint;
    this.#show(undefined);
  }

  get #searchHint(): string {
    return this.#options.isSentAtOnce === true
      ? vscode.l10n.t('Search for a model, or enter a model ID. The chat is sent to it at once.')
      : vscode.l10n.t('Search for a model, or enter a model ID');
  }

  #pressTop(button: vscode.QuickInputButton, resolve: (pick: ModelPick) => void): void {
    const does = this.#topButtons.find((known) => known === button)?.does;
    if (does === 'refresh') {
      void this.#refresh(this.#sources.map(({ connection }) => connection));
    } else if (does === 'enterId') {
      this.#enterIdFor(this.#target.connection);
    } else if (does === 'search') {
      this.#leaveEntering();
    } else if (does === 'toggleHidden') {
      this.#showsHidden = !this.#showsHidden;
      this.#show(this.#active);
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
      this.#detailed = isSame(this.#detailed, pressed) ? undefined : pressed;
      this.#show(pressed, true);
    } else {
      memory.change(connection, togglePreference(memory.of(connection), does, id));
      this.#show(pressed, true);
    }
  }

  async #refresh(connections: readonly Connection[]): Promise<void> {
    await Promise.all(connections.map(async (connection) => this.#refreshOne(connection)));
  }

  async #refreshOne(connection: Connection): Promise<void> {
    this.#refreshing += 1;
    this.#failures.delete(connection.id);
    this.#show(this.#active);
    try {
      await this.#models.catalogue.refresh(connection);
    } catch (error) {
      this.#failures.set(connection.id, error);
    }
    this.#refreshing -= 1;
    // If there is text in the input box, the chosen model may not match it.
    this.#show(this.#active ?? (this.#quickPick.value === '' ? this.#current : undefined));
  }

  /** The active model, unless the text typed since may have filtered its row out. */
  get #active(): ConnectionModel | undefined {
    const { activeItems, value } = this.#quickPick;
    const [row] = activeItems;
    return row !== undefined && matchesText(row, value) ? row.pick : undefined;
  }

  /** Updates the whole picker and makes the row of `active` the active one. */
  #show(active: ConnectionModel | undefined, keepsScroll = false): void {
    const sources = this.#sources;
    const [first] = sources;
    this.#rows = [
      ...this.#firstRows(),
      ...this.#modelRows(this.#showsHidden),
      ...unusableRows(this.#options.unusable ?? []),
    ];
    const searched = this.#rows.filter((row) => !isIdRow(row, this.#target.connection));
    // VS Code sorts by how well a text matches, and would put a model that cannot chat before those that can.
    this.#searched = [searched.filter(({ isOther }) => isOther !== true), searched];
    const hasHidden = sources.some(({ preferences }) => preferences.hidden.length > 0);
    this.#quickPick.busy = this.#refreshing > 0;
    this.#quickPick.title =
      this.#options.title ??
      (sources.length > 1 || first === undefined
        ? vscode.l10n.t('Models')
        : vscode.l10n.t('Models of {0}', visibleText(first.connection.name)));
    this.#topButtons = topButtons({
      showsHidden: this.#showsHidden,
      hasHidden,
      entersId: this.#entersId,
      isForOnce: this.#options.isForOnce === true,
      ages: sources.flatMap(({ connection: { name }, list }) =>
        list === undefined ? [] : `${visibleText(name)} · ${listAge(list.fetchedAt, Date.now())}`,
      ),
    });
    this.#quickPick.buttons = this.#topButtons;
    this.#quickPick.keepScrollPosition = keepsScroll;
    this.#showRows(active);
  }

  #modelRows(showsHidden: boolean): readonly PickerRow[] {
    const isCurrent = (model: ConnectionModel) => isSame(model, this.#current);
    return modelItems(this.#sources, {
      isCurrent,
      isLeftOut: this.#options.isLeftOut ?? (() => false),
      showsHidden,
      isDetailed: (model) => isSame(model, this.#detailed),
      prices: userPrices(),
      more: ({ connection, list }) =>
        connection === this.#target.connection
          ? idRows(connection, list)
          : otherRows(connection, list, this.#failures.get(connection.id)),
    });
  }

  /** The rows above the models: why there are none of the target's connection. */
  #firstRows(): readonly PickerRow[] {
    const { connection } = this.#target;
    return troubleRows(this.#listOf(connection), this.#failures.get(connection.id));
  }

  /**
   * Called for each key. Sets the rows again only if VS Code's own filter does not find the same ones, or if
   * a row was made active for another text: if the new text filters that row out, Enter would do nothing.
   */
  #showTyped(): void {
    const { value } = this.#quickPick;
    const isForOther = (this.#activeFor ?? value) !== value;
    if (isForOther || this.#rowsFor(value) !== this.#shown) {
      this.#showRows(undefined);
    }
  }

  /** The rows to show for a text: one of `#searched` if VS Code's own filter finds the matching ones. */
  #rowsFor(text: string): readonly PickerRow[] {
    if (this.#entersId) {
      return this.#exactRows(text.trim());
    }
    if (text.trim() === '') {
      return this.#rows;
    }
    const found = this.#searched.find((rows) => rows.some((row) => isFoundBy(row, text)));
    if (found !== undefined) {
      return isFilteredByVSCode(text) ? found : matchingRows(found, text);
    }
    const hidden = matchingRows(this.#modelRows(true), text);
    if (hidden.length > 0) {
      return hidden;
    }
    const { connection } = this.#target;
    const typed = { connection, model: text.trim() };
    const isLeftOut = this.#options.isLeftOut?.(typed) === true;
    return [
      ...this.#firstRows(),
      isLeftOut ? noMatchRow() : typedRow(typed, this.#sources.length > 1),
      ...loadRows(this.#rows),
    ];
  }

  /** The row for the text as it is. */
  #exactRows(model: string): readonly PickerRow[] {
    const typed = { connection: this.#target.connection, model };
    if (model === '') {
      return [];
    }
    return this.#options.isLeftOut?.(typed) === true
      ? [noMatchRow()]
      : [exactRow(typed, this.#sources.length > 1)];
  }

  #showRows(activeModel: ConnectionModel | undefined): void {
    const quickPick = this.#quickPick;
    const { value } = quickPick;
    const rows = this.#rowsFor(value);
    this.#shown = rows;
    replaceRows(quickPick, rows);
    const typed = rows.filter((row) => row.typed !== undefined);
    const active =
      typed.length > 0
        ? typed
        : rows.filter(({ pick }) => activeModel !== undefined && isSame(pick, activeModel));
    this.#activeFor = active.length > 0 ? value : undefined;
    if (typed.length > 0 && !this.#entersId && /\S\s+\S/.test(value)) {
      // Enter then does nothing, until the user moves to the row.
      quickPick.activeItems = [];
    } else if (active.length > 0) {
      // If this were set to an empty list, Enter would do nothing. Left alone, VS Code activates a row.
      quickPick.activeItems = active;
    }
  }
}

/** Whether a row is of a model that the text finds. */
function isFoundBy(row: PickerRow, text: string): boolean {
  return isModel(row) && matchesText(row, text);
}

function isModel(row: PickerRow): boolean {
  return row.pick !== undefined;
}

function isSame(a: ConnectionModel | undefined, b: ConnectionModel | undefined): boolean {
  return a !== undefined && a.model === b?.model && a.connection.id === b.connection.id;
}

/** A button at the top of the picker. */
interface TopButton extends vscode.QuickInputButton {
  readonly does:
    'refresh' | 'enterId' | 'search' | 'toggleHidden' | 'manageConnections' | 'connect';
}

interface TopState {
  readonly showsHidden: boolean;
  readonly hasHidden: boolean;
  readonly entersId: boolean;
  readonly isForOnce: boolean;
  /** How old each model list is. */
  readonly ages: readonly string[];
}

/** The buttons at the top. The one for hidden models is left out if there are none. */
function topButtons({
  showsHidden,
  hasHidden,
  entersId,
  isForOnce,
  ages,
}: TopState): readonly TopButton[] {
  const button = (does: TopButton['does'], icon: string, tooltip: string): TopButton => ({
    does,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const toggle = showsHidden
    ? button('toggleHidden', 'eye', vscode.l10n.t('Do Not Show Hidden Models'))
    : button('toggleHidden', 'eye-closed', vscode.l10n.t('Show Hidden Models'));
  return [
    entersId
      ? button('search', 'search', vscode.l10n.t('Search the Model Lists'))
      : button('enterId', 'edit', vscode.l10n.t('Use the Text as the Model ID')),
    button('refresh', 'refresh', [vscode.l10n.t('Refresh Model Lists'), ...ages].join('\n')),
    ...(hasHidden ? [toggle] : []),
    ...(isForOnce ? [] : [button('connect', 'add', vscode.l10n.t('Connect to a Service…'))]),
    button('manageConnections', 'settings-gear', vscode.l10n.t('Manage Connections')),
  ];
}

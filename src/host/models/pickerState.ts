import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { userPrices } from '../base/settings.ts';
import type { Connection, UnusableConnection } from '../connections/connection.ts';
import type { Target } from '../connections/target.ts';
import { isFilteredByVSCode, matchesText, matchingRows } from './modelFilter.ts';
import { type ConnectionModel, modelItems, type ModelSource } from './modelRows.ts';
import { listAge } from './modelWords.ts';
import {
  idRows,
  isIdRow,
  loadRows,
  noMatchRow,
  otherRows,
  type PickerRow,
  troubleRows,
  typedRow,
  unusableRows,
} from './pickerRows.ts';

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

/** What the user has done in the picker so far, and how the requests for lists went. */
export interface PickerState {
  /** Its connection comes first, and is the one that a typed ID is for. */
  readonly target: Target;
  /** What the last request for a list has thrown, by the ID of its connection. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** How many lists are being requested. */
  readonly loading: number;
  readonly showsHidden: boolean;
  /** The model whose details are shown. */
  readonly detailed: ConnectionModel | undefined;
  /** Whether the text is taken as a model ID, whatever it matches. */
  readonly entersId: boolean;
}

/** The state of a picker that has just been opened. */
export function openedPicker(target: Target): PickerState {
  return {
    target,
    failures: new Map(),
    loading: 0,
    showsHidden: false,
    detailed: undefined,
    entersId: false,
  };
}

/** The list of a connection is requested. */
export function withRequest(state: PickerState, { id }: Connection): PickerState {
  const failures = new Map([...state.failures].filter(([failed]) => failed !== id));
  return { ...state, failures, loading: state.loading + 1 };
}

/** The request for the list of a connection has ended; `failure` is what it has thrown, if it has. */
export function withAnswer(state: PickerState, { id }: Connection, failure?: unknown): PickerState {
  const failures =
    failure === undefined ? state.failures : new Map([...state.failures, [id, failure]]);
  return { ...state, failures, loading: state.loading - 1 };
}

/** The user types any model ID of this connection, also one that is a part of a listed one. */
export function enteringId(state: PickerState, connection: Connection): PickerState {
  const { target } = state;
  const isSameConnection = connection === target.connection;
  return { ...state, target: isSameConnection ? target : { connection }, entersId: true };
}

/** The details of this model are shown, or no longer. */
export function withDetails(state: PickerState, model: ConnectionModel): PickerState {
  return { ...state, detailed: isSameModel(state.detailed, model) ? undefined : model };
}

/** The model of the target; undefined if it has none. */
export function currentModel({
  target: { connection, model },
}: PickerState): ConnectionModel | undefined {
  return model === undefined ? undefined : { connection, model };
}

/** Whether these are the same model of the same connection. */
export function isSameModel(
  a: ConnectionModel | undefined,
  b: ConnectionModel | undefined,
): boolean {
  return a !== undefined && a.model === b?.model && a.connection.id === b.connection.id;
}

/** What the picker shows in a state. */
export interface PickerView {
  readonly title: string;
  readonly placeholder: string;
  readonly busy: boolean;
  readonly buttons: readonly TopButton[];
  /** The rows for a text, without what VS Code's own filter leaves out: of texts with the same rows, the same list. */
  readonly rowsFor: (text: string) => readonly PickerRow[];
}

/** What the picker shows of `sources`, of which that of the target is the first one. */
export function pickerView(
  state: PickerState,
  sources: readonly ModelSource[],
  options: ModelPickOptions,
): PickerView {
  const { target, failures, entersId } = state;
  const own = sources.find(({ connection }) => connection === target.connection);
  const hasOthers = sources.length > 1;
  const current = currentModel(state);
  const modelRows = (showsHidden: boolean): readonly PickerRow[] =>
    modelItems(sources, {
      isCurrent: (model) => isSameModel(model, current),
      isLeftOut: options.isLeftOut ?? (() => false),
      showsHidden,
      isDetailed: (model) => isSameModel(model, state.detailed),
      prices: userPrices(),
      more: ({ connection, list }) =>
        connection === target.connection
          ? idRows(connection, list)
          : otherRows(connection, list, failures.get(connection.id)),
    });
  // Why there are no models of the target's connection.
  const trouble = troubleRows(own?.list, failures.get(target.connection.id));
  const all = [
    ...trouble,
    ...modelRows(state.showsHidden),
    ...unusableRows(options.unusable ?? []),
  ];
  const searched = all.filter((row) => !isIdRow(row, target.connection));
  // VS Code sorts by how well a text matches, and would put a model that cannot chat before those that can.
  const tiers = [searched.filter(({ isOther }) => isOther !== true), searched];
  const typedRows = (text: string, isListed: boolean): readonly PickerRow[] => {
    const typed = { connection: target.connection, model: text.trim() };
    return [
      options.isLeftOut?.(typed) === true ? noMatchRow() : typedRow(typed, hasOthers, isListed),
    ];
  };
  return {
    title:
      options.title ??
      (hasOthers
        ? vscode.l10n.t('Models')
        : vscode.l10n.t('Models of {0}', visibleText(target.connection.name))),
    placeholder: placeholder(state, options),
    busy: state.loading > 0,
    buttons: topButtons(state, sources, options),
    rowsFor(text) {
      if (entersId) {
        return text.trim() === '' ? [] : typedRows(text, true);
      }
      if (text.trim() === '') {
        return all;
      }
      const found = tiers.find((rows) => rows.some((row) => matchesText(row, text)));
      if (found !== undefined) {
        return isFilteredByVSCode(text) ? found : matchingRows(found, text);
      }
      const hidden = matchingRows(modelRows(true), text);
      return hidden.length > 0 ? hidden : [...trouble, ...typedRows(text, false), ...loadRows(all)];
    },
  };
}

function placeholder(
  { entersId, target: { connection } }: PickerState,
  { isSentAtOnce }: ModelPickOptions,
): string {
  if (entersId) {
    return vscode.l10n.t('Enter a model ID of {0}', visibleText(connection.name));
  }
  return isSentAtOnce === true
    ? vscode.l10n.t('Search for a model, or enter a model ID. The chat is sent to it at once.')
    : vscode.l10n.t('Search for a model, or enter a model ID');
}

/** A button at the top of the picker. */
export interface TopButton extends vscode.QuickInputButton {
  readonly does:
    'refresh' | 'enterId' | 'search' | 'toggleHidden' | 'manageConnections' | 'connect';
}

/** The buttons at the top. The one for hidden models is left out if there are none. */
function topButtons(
  { showsHidden, entersId }: PickerState,
  sources: readonly ModelSource[],
  { isForOnce }: ModelPickOptions,
): readonly TopButton[] {
  const button = (does: TopButton['does'], icon: string, tooltip: string): TopButton => ({
    does,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const ages = sources.flatMap(({ connection: { name }, list }) =>
    list === undefined ? [] : `${visibleText(name)} · ${listAge(list.fetchedAt, Date.now())}`,
  );
  const hasHidden = sources.some(({ preferences }) => preferences.hidden.length > 0);
  const toggle = showsHidden
    ? button('toggleHidden', 'eye', vscode.l10n.t('Do Not Show Hidden Models'))
    : button('toggleHidden', 'eye-closed', vscode.l10n.t('Show Hidden Models'));
  return [
    entersId
      ? button('search', 'search', vscode.l10n.t('Search the Model Lists'))
      : button('enterId', 'edit', vscode.l10n.t('Use the Text as the Model ID')),
    button('refresh', 'refresh', [vscode.l10n.t('Refresh Model Lists'), ...ages].join('\n')),
    ...(hasHidden ? [toggle] : []),
    ...(isForOnce === true
      ? []
      : [button('connect', 'add', vscode.l10n.t('Connect to a Service…'))]),
    button('manageConnections', 'settings-gear', vscode.l10n.t('Manage Connections')),
  ];
}

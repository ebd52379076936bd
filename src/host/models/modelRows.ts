import * as vscode from 'vscode';
import { hasRetired } from '../../shared/models/modelLifetime.ts';
import type { Prices } from '../../shared/models/prices.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import type { ListedModel, ModelList } from './modelCatalogue.ts';
import type { ModelPreferences } from './modelPreferences.ts';
import { modelDescription, modelDetails, type ShownModel } from './modelWords.ts';
import { modelContext } from './models.ts';

/** What a button of a row does. `details` shows or hides the second line of the row. */
export type ModelButton = 'favourite' | 'hide' | 'details' | 'copy';

/** A button of a row. */
interface ModelItemButton extends vscode.QuickInputButton {
  readonly does: ModelButton;
}

/** A model of a connection. The same ID at two connections is two models. */
export interface ConnectionModel {
  readonly connection: Connection;
  readonly model: string;
}

/** A row of the model picker. A separator has none of these fields. */
export interface ModelItem extends vscode.QuickPickItem {
  readonly pick?: ConnectionModel;
  /** The text that words are searched in, in lower case: what VS Code's own filter looks at. */
  readonly search?: string;
  /** Set for a model that does something else than chat. */
  readonly isOther?: true;
  readonly buttons?: readonly ModelItemButton[];
}

/** A connection, and what is known of its models. */
export interface ModelSource {
  readonly connection: Connection;
  /** Undefined if it was never fetched. */
  readonly list: ModelList | undefined;
  readonly preferences: ModelPreferences;
}

/** What the rows show in addition to the lists. */
export interface ModelRowState {
  /** Whether this is the model that is chosen now. */
  readonly isCurrent: (model: ConnectionModel) => boolean;
  /** Whether this model is not offered. */
  readonly isLeftOut: (model: ConnectionModel) => boolean;
  readonly showsHidden: boolean;
  /** Whether the details of this model are shown. */
  readonly isDetailed: (model: ConnectionModel) => boolean;
  /** Those that the user has entered, which take precedence over those of the lists. */
  readonly prices: Prices;
  /** The rows that follow the models of a connection in its group. */
  readonly more: (source: ModelSource) => readonly ModelItem[];
}

/** Models that were used last, in all connections together. */
const maxRecent = 8;

/**
 * The rows of the picker, with a separator before each group: favourites, recent models, then the others by
 * connection, each group in the order of `sources` and of their lists. Each model has one row.
 */
export function modelItems(
  sources: readonly ModelSource[],
  state: ModelRowState,
): readonly ModelItem[] {
  const all = sources.map((source) => sourceRows(source, state, sources.length > 1));
  const groups: readonly (readonly [string, readonly ModelItem[]])[] = [
    [vscode.l10n.t('favourites'), all.flatMap(({ favourites }) => favourites)],
    [vscode.l10n.t('recent'), inTurn(all.map(({ recent }) => recent)).slice(0, maxRecent)],
  ];
  // Recent models that are not among the first ones are shown with the others of their connection.
  const shown = new Set(groups.flatMap(([, rows]) => rows));
  const own = all.map(
    ({ source, recent, others }) =>
      [
        source.connection.name,
        [...recent, ...others].filter((row) => !shown.has(row)).concat(state.more(source)),
      ] as const,
  );
  const filled = [...groups, ...own].filter(([, rows]) => rows.length > 0);
  // The name of the only group is in the title. Before its first row it would take the room of what is known of that.
  return filled.flatMap(([name, rows]) =>
    filled.length === 1 ? rows : [separator(name)].concat(rows),
  );
}

/** The first elements of all lists, then the second ones, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** The rows of the models of one connection, each model once. */
function sourceRows(source: ModelSource, state: ModelRowState, hasOthers: boolean) {
  const { connection, list, preferences } = source;
  const { models: listedModels = [], isMissing } = list ?? {};
  const { model: usual } = connection;
  // The model that is chosen together with the connection need not be in its list, either.
  const models =
    usual === undefined || listedModels.some(({ id }) => id === usual)
      ? listedModels
      : [{ id: usual }, ...listedModels];
  const hidden = new Set(preferences.hidden);
  const isShown = (id: string) =>
    (state.showsHidden || !hidden.has(id)) && !state.isLeftOut({ connection, model: id });
  const byId = new Map(models.filter(({ id }) => isShown(id)).map((model) => [model.id, model]));
  // A favourite or recent model need not be in the list: the user can enter any ID.
  const take = (ids: readonly string[]) =>
    ids.filter(isShown).map((id): ListedModel => {
      const model = byId.get(id) ?? { id };
      byId.delete(id);
      return model;
    });
  const listed =
    list === undefined || isMissing === true
      ? undefined
      : new Set(listedModels.flatMap(({ id, aliases = [] }) => [id].concat(aliases)));
  const lengths = new Map(preferences.lengths.map(({ model, tokens }) => [model, tokens]));
  const isFavourite = new Set(preferences.favourites);
  const toRow = (model: ListedModel) =>
    row(model, {
      connection,
      hasOthers,
      isCurrent: state.isCurrent({ connection, model: model.id }),
      isDetailed: state.isDetailed({ connection, model: model.id }),
      isFavourite: isFavourite.has(model.id),
      isHidden: hidden.has(model.id),
      isGone: listed?.has(model.id) === false,
      context: modelContext(model, lengths.get(model.id)),
      userPrice: Object.hasOwn(state.prices, model.id) ? state.prices[model.id] : undefined,
    });
  return {
    source,
    favourites: take(preferences.favourites).map(toRow),
    recent: take(preferences.recent.filter((id) => !isFavourite.has(id))).map(toRow),
    others: [...byId.values()].toSorted((a, b) => useOf(a) - useOf(b)).map(toRow),
  };
}

/** Models that can chat come first, then those that are about to end, those that have ended, and all others. */
function useOf({ kind, state, retirement }: ListedModel): number {
  if (kind === 'other') {
    return 3;
  }
  if (state === 'unavailable' || (retirement !== undefined && hasRetired(retirement, Date.now()))) {
    return 2;
  }
  return retirement === undefined ? 0 : 1;
}

function separator(name: string): ModelItem {
  return { label: visibleText(name), kind: vscode.QuickPickItemKind.Separator };
}

interface RowState extends ShownModel {
  readonly isCurrent: boolean;
  readonly isDetailed: boolean;
  readonly isFavourite: boolean;
}

function row(model: ListedModel, state: RowState): ModelItem {
  const { connection, isCurrent, isFavourite, isHidden } = state;
  const label = labelText(model.id);
  const description = modelDescription(model, state);
  return {
    pick: { connection, model: model.id },
    label: isCurrent ? `$(check) ${label}` : label,
    description,
    search: `${label} ${description}`.toLowerCase(),
    ...(model.kind === 'other' && { isOther: true }),
    ...(state.isDetailed && { detail: modelDetails(model, state) }),
    buttons: rowButtons(isFavourite, isHidden),
  };
}

function rowButtons(isFavourite: boolean, isHidden: boolean): readonly ModelItemButton[] {
  return [
    isFavourite
      ? button('favourite', 'star-full', vscode.l10n.t('Remove from Favourites'))
      : button('favourite', 'star-empty', vscode.l10n.t('Add to Favourites')),
    button('details', 'info', vscode.l10n.t('Details')),
    button('copy', 'copy', vscode.l10n.t('Copy Model ID')),
    isHidden
      ? button('hide', 'eye', vscode.l10n.t('Show'))
      : button('hide', 'eye-closed', vscode.l10n.t('Hide')),
  ];
}

function button(does: ModelButton, icon: string, tooltip: string): ModelItemButton {
  return { does, iconPath: new vscode.ThemeIcon(icon), tooltip };
}

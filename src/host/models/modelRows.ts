import * as vscode from 'vscode';
import { displayLanguage, formatNumber } from '../../shared/language.ts';
import type { ModelContext } from '../../shared/panel/panelState.ts';
import type { Ability } from '../../shared/models/modelAbilities.ts';
import { hasRetired, type Retirement } from '../../shared/models/modelLifetime.ts';
import type { Price, Prices } from '../../shared/models/prices.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import type { ListedModel, ModelList } from './modelCatalogue.ts';
import type { ModelPreferences } from './modelPreferences.ts';
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

interface RowState {
  readonly connection: Connection;
  /** Whether there are models of other connections. */
  readonly hasOthers: boolean;
  readonly isCurrent: boolean;
  readonly isDetailed: boolean;
  readonly isFavourite: boolean;
  readonly isHidden: boolean;
  /** A favourite or recent model that is not in the list. */
  readonly isGone: boolean;
  readonly context: ModelContext | undefined;
  /** The price that the user has entered. */
  readonly userPrice: Price | undefined;
}

function row(model: ListedModel, state: RowState): ModelItem {
  const { id, owned_by: owner = '', abilities = [], kind, state: service, retirement } = model;
  const { maxOutputTokens } = model.parameters ?? {};
  const { connection, isCurrent, isFavourite, isHidden, isGone, context } = state;
  const price = state.userPrice ?? model.price;
  const label = labelText(id);
  // VS Code cuts the end of a long row, so that what matters most is first.
  const description = joined(
    isGone ? vscode.l10n.t('not in the list') : '',
    isHidden ? vscode.l10n.t('hidden') : '',
    service === undefined ? '' : vscode.l10n.t('unavailable'),
    kind === undefined ? '' : vscode.l10n.t('not for chat'),
    retirement === undefined ? '' : retirementWords(retirement),
    price === undefined ? '' : priceWords(price),
    state.hasOthers ? labelText(connection.name) : '',
    context === undefined ? '' : contextWords(context),
    maxOutputTokens === undefined ? '' : outputWords(maxOutputTokens),
    ...abilities.map(abilityWords),
    // Many IDs begin with their owner.
    id.toLowerCase().includes(owner.toLowerCase()) ? '' : labelText(owner),
  );
  return {
    pick: { connection, model: id },
    label: isCurrent ? `$(check) ${label}` : label,
    description,
    search: `${label} ${description}`.toLowerCase(),
    ...(kind === 'other' && { isOther: true }),
    ...(state.isDetailed && { detail: modelDetails(model, state, price) }),
    buttons: rowButtons(isFavourite, isHidden),
  };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
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

/** The second line of a row. VS Code shows one line only, so that it must be short. */
function modelDetails(
  {
    created,
    price: listed,
    aliases = [],
    outputs = [],
    parameters: { efforts = [] } = {},
  }: ListedModel,
  { context, connection, userPrice }: RowState,
  price: Price | undefined,
): string {
  return joined(
    createdWords(created),
    sourceWords(context),
    priceSourceWords(price, userPrice),
    cachedWords(userPrice ?? listed),
    efforts.length === 0
      ? ''
      : vscode.l10n.t('thinking effort: {0}', efforts.map(labelText).join(', ')),
    outputs.length === 0 ? '' : vscode.l10n.t('also makes: {0}', outputs.map(labelText).join(', ')),
    aliases.length === 0 ? '' : vscode.l10n.t('other IDs: {0}', aliases.map(labelText).join(', ')),
    vscode.l10n.t('connection: {0}', labelText(connection.name)),
  );
}

/** `131K context`. */
function contextWords({ tokens }: ModelContext): string {
  return vscode.l10n.t('{0} context', formatNumber(tokens, { notation: 'compact' }));
}

/** `33K per reply`: the most tokens that the model replies with. */
function outputWords(tokens: number): string {
  return vscode.l10n.t('{0} per reply', formatNumber(tokens, { notation: 'compact' }));
}

/** `until Aug 31, 2026, then mistral-medium`. */
function retirementWords({ date, replacement }: Retirement): string {
  const day = date === undefined ? undefined : dayWords(date);
  const next = replacement === undefined ? undefined : labelText(replacement);
  if (day === undefined) {
    return next === undefined
      ? vscode.l10n.t('deprecated')
      : vscode.l10n.t('deprecated, replaced by {0}', next);
  }
  return next === undefined
    ? vscode.l10n.t('until {0}', day)
    : vscode.l10n.t('until {0}, replaced by {1}', day, next);
}

/** A date such as `2026-08-31`, which has no time zone. */
function dayWords(date: string): string {
  return new Date(date).toLocaleDateString(displayLanguage(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}

function sourceWords(context: ModelContext | undefined): string {
  if (context === undefined) {
    return vscode.l10n.t('context length unknown');
  }
  const tokens = formatNumber(context.tokens);
  return context.source === 'list'
    ? vscode.l10n.t('context from the model list: {0} tokens', tokens)
    : vscode.l10n.t('context from an error message: {0} tokens', tokens);
}

function amountWords(amount: number, { currency = 'USD' }: Pick<Price, 'currency'>): string {
  return formatNumber(amount, { style: 'currency', currency, maximumFractionDigits: 4 });
}

/** `$0.10 / $0.40 per 1M`: prompt and reply. */
function priceWords({ prompt, completion, currency = 'USD' }: Price): string {
  if (prompt === 0 && completion === 0) {
    return vscode.l10n.t('free');
  }
  return vscode.l10n.t({
    message: '{0} / {1} per 1M',
    args: [amountWords(prompt, { currency }), amountWords(completion, { currency })],
    comment: ['The prices of a million tokens of the prompt and of the reply'],
  });
}

function cachedWords(price: Price | undefined): string {
  return price?.cachedPrompt === undefined
    ? ''
    : vscode.l10n.t('cached prompt tokens: {0} per 1M', amountWords(price.cachedPrompt, price));
}

function priceSourceWords(price: Price | undefined, userPrice: Price | undefined): string {
  if (price === undefined) {
    return '';
  }
  return userPrice === undefined
    ? vscode.l10n.t('price of prompt and reply tokens from the model list')
    : vscode.l10n.t('price of prompt and reply tokens from your settings');
}

function abilityWords(ability: Ability): string {
  switch (ability) {
    case 'vision':
      return vscode.l10n.t('vision');
    case 'audio':
      return vscode.l10n.t('audio');
    case 'video':
      return vscode.l10n.t('video');
    case 'files':
      return vscode.l10n.t('files');
    case 'tools':
      return vscode.l10n.t('tools');
    case 'reasoning':
      return vscode.l10n.t('reasoning');
  }
}

/** Empty if the service states no date. `0` is a placeholder and not a date (`docs/service-interface.md`, "Model object" 2). */
function createdWords(created: number | undefined): string {
  const date = new Date((created ?? 0) * 1000);
  return created === undefined || created <= 0 || Number.isNaN(date.getTime())
    ? ''
    : vscode.l10n.t(
        'created {0}',
        date.toLocaleDateString(displayLanguage(), { dateStyle: 'medium' }),
      );
}

const minuteMs = 60_000;

/** The age of a model list in words. Both times are in milliseconds since 1970. */
export function listAge(fetchedAt: number, now: number): string {
  const minutes = Math.floor((now - fetchedAt) / minuteMs);
  if (minutes < 1) {
    return vscode.l10n.t('list updated just now');
  }
  if (minutes < 60) {
    return vscode.l10n.t('list updated {0} min ago', formatNumber(minutes));
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 48) {
    return vscode.l10n.t('list updated {0} h ago', formatNumber(hours));
  }
  const days = Math.floor(hours / 24);
  return vscode.l10n.t('list updated {0} d ago', formatNumber(days));
}

import * as vscode from 'vscode';
import { displayLanguage, formatNumber, plural } from '../../shared/language.ts';
import type { ModelContext } from '../../shared/panel/panelProtocol.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { ModelList } from './modelCatalogue.ts';
import type { ModelPreferences } from './modelPreferences.ts';
import { modelContext } from './models.ts';

/** What a button of a row does. `details` shows or hides the second line of the row. */
export type ModelButton = 'favourite' | 'hide' | 'details' | 'copy';

/** A button of a row. */
interface ModelItemButton extends vscode.QuickInputButton {
  readonly does: ModelButton;
}

/** A row of the model picker. A separator has neither `modelId` nor `isTyped`. */
export interface ModelItem extends vscode.QuickPickItem {
  readonly modelId?: string;
  /** The row for the text in the input box, which is not the ID of any row. */
  readonly isTyped?: boolean;
  readonly buttons?: readonly ModelItemButton[];
}

/** What the rows show in addition to the list. */
export interface ModelRowState {
  /** The ID of the chosen model. */
  readonly current: string | undefined;
  readonly preferences: ModelPreferences;
  readonly showsHidden: boolean;
  /** The ID of the model whose details are shown. */
  readonly detailed: string | undefined;
  /** The name of the connection. */
  readonly connection: string;
}

/**
 * The rows of the picker, with a separator before each group: favourites, recent models, then the others by
 * owner, in the order in which the owners first appear in the list. Each model has one row.
 */
export function modelItems(
  list: Pick<ModelList, 'models' | 'isMissing'> | undefined,
  state: ModelRowState,
): readonly ModelItem[] {
  const { preferences, showsHidden } = state;
  const { models = [], isMissing } = list ?? {};
  const hidden = new Set(preferences.hidden);
  const isShown = ({ id }: Model) => showsHidden || !hidden.has(id);
  const byId = new Map(models.filter(isShown).map((model) => [model.id, model]));
  // A favourite or recent model need not be in the list: the user can enter any ID.
  const take = (ids: readonly string[]) =>
    ids.filter(showsHidden ? () => true : (id) => !hidden.has(id)).map((id) => {
      const model = byId.get(id) ?? { id };
      byId.delete(id);
      return model;
    });
  const favourites = new Set(preferences.favourites);
  const sections: readonly (readonly [string, readonly Model[]])[] = [
    [vscode.l10n.t('favourites'), take(preferences.favourites)],
    [vscode.l10n.t('recent'), take(preferences.recent.filter((id) => !favourites.has(id)))],
    ...groupByOwner([...byId.values()]),
  ];
  const listed = isMissing === true ? undefined : new Set(models.map(({ id }) => id));
  const lengths = new Map(preferences.lengths.map(({ model, tokens }) => [model, tokens]));
  const toRow = (model: Model) =>
    row(model, {
      ...state,
      isFavourite: favourites.has(model.id),
      isHidden: hidden.has(model.id),
      isGone: listed?.has(model.id) === false,
      context: modelContext(model, lengths.get(model.id)),
    });
  return sections.flatMap(([name, section]) =>
    section.length === 0 ? [] : [separator(name)].concat(section.map(toRow)),
  );
}

/** The row that chooses the text in the input box as the model ID, unchanged. */
export function typedItem(): ModelItem {
  return {
    isTyped: true,
    // VS Code sorts rows by how well their labels match. A label without text stays below the models.
    label: '$(edit)',
    description: vscode.l10n.t('Use the typed model ID (not in the list)'),
    alwaysShow: true,
  };
}

function separator(name: string): ModelItem {
  return { label: visibleText(name), kind: vscode.QuickPickItemKind.Separator };
}

interface RowState extends ModelRowState {
  readonly isFavourite: boolean;
  readonly isHidden: boolean;
  /** A favourite or recent model that is not in the list. */
  readonly isGone: boolean;
  readonly context: ModelContext | undefined;
}

function row(model: Model, state: RowState): ModelItem {
  const { id, owned_by: owner = '' } = model;
  const { detailed, current, isFavourite, isHidden, isGone, context } = state;
  return {
    modelId: id,
    label: id === current ? `$(check) ${labelText(id)}` : labelText(id),
    description: [
      id === current ? vscode.l10n.t('current') : '',
      isGone ? vscode.l10n.t('not in the list') : '',
      isHidden ? vscode.l10n.t('hidden') : '',
      context === undefined ? '' : contextWords(context),
      labelText(owner),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    ...(id === detailed && { detail: modelDetails(model, context, state.connection) }),
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

function groupByOwner(models: readonly Model[]): ReadonlyMap<string, readonly Model[]> {
  const byOwner = new Map<string, Model[]>();
  for (const model of models) {
    const { owned_by: owner = '' } = model;
    const owned = byOwner.get(owner) ?? [];
    owned.push(model);
    byOwner.set(owner, owned);
  }
  return byOwner;
}

/** The second line of a row. VS Code shows one line only, so that it must be short. */
function modelDetails(
  { created }: Model,
  context: ModelContext | undefined,
  connection: string,
): string {
  return [
    createdWords(created),
    sourceWords(context),
    vscode.l10n.t('connection: {0}', labelText(connection)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function contextWords({ tokens }: ModelContext): string {
  return plural(tokens, {
    one: vscode.l10n.t('context: {0} token', formatNumber(tokens)),
    other: vscode.l10n.t('context: {0} tokens', formatNumber(tokens)),
  });
}

function sourceWords(context: ModelContext | undefined): string {
  if (context === undefined) {
    return vscode.l10n.t('context length unknown');
  }
  return context.source === 'list'
    ? vscode.l10n.t('context from the model list')
    : vscode.l10n.t('context from an error message');
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
  return plural(days, {
    one: vscode.l10n.t('list updated {0} day ago', formatNumber(days)),
    other: vscode.l10n.t('list updated {0} days ago', formatNumber(days)),
  });
}

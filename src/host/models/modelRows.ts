import * as vscode from 'vscode';
import type { ModelContext } from '../../shared/panel/panelProtocol.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { ModelList } from './modelCatalogue.ts';
import { modelContext } from './modelContext.ts';
import type { ModelPreferences } from './modelPreferences.ts';

/** What a button of a row does. */
export type ModelButton = 'favourite' | 'hide' | 'details' | 'copy';

/** A button of a row. */
interface ModelItemButton extends vscode.QuickInputButton {
  readonly does: ModelButton;
}

/** A row of the model picker; separators have no model. */
export interface ModelItem extends vscode.QuickPickItem {
  readonly modelId?: string;
  /** Stands for what is in the box, which is no id of the list. */
  readonly isTyped?: boolean;
  readonly buttons?: readonly ModelItemButton[];
}

/** What the rows show beside the list. */
export interface ModelRowState {
  readonly current: string | undefined;
  readonly notes: ModelPreferences;
  readonly showsHidden: boolean;
  /** The model whose details are shown. */
  readonly detailed: string | undefined;
  readonly connection: string;
}

/**
 * The rows for `models`: favourites, those used last, then all others by owner in the order in which
 * owners first appear. Each model has one row.
 */
export function modelItems(
  list: Pick<ModelList, 'models' | 'isMissing'> | undefined,
  state: ModelRowState,
): readonly ModelItem[] {
  const { notes, showsHidden } = state;
  const { models = [], isMissing } = list ?? {};
  const hidden = new Set(notes.hidden);
  const isShown = ({ id }: Model) => showsHidden || !hidden.has(id);
  const byId = new Map(models.filter(isShown).map((model) => [model.id, model]));
  // A favourite or one that was typed in need not be in the list.
  const take = (ids: readonly string[]) =>
    ids.filter(showsHidden ? () => true : (id) => !hidden.has(id)).map((id) => {
      const model = byId.get(id) ?? { id };
      byId.delete(id);
      return model;
    });
  const favourites = new Set(notes.favourites);
  const sections: readonly (readonly [string, readonly Model[]])[] = [
    [vscode.l10n.t('favourites'), take(notes.favourites)],
    [vscode.l10n.t('recent'), take(notes.recent.filter((id) => !favourites.has(id)))],
    ...groupByOwner([...byId.values()]),
  ];
  const listed = isMissing === true ? undefined : new Set(models.map(({ id }) => id));
  const lengths = new Map(notes.lengths.map(({ model, tokens }) => [model, tokens]));
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

/** The row by which what stands in the box is taken as it is. */
export function typedItem(): ModelItem {
  return {
    isTyped: true,
    // VS Code puts the best matching labels first: without words this one never outdoes the list.
    label: '$(edit)',
    description: vscode.l10n.t('Use the id as it is typed; it is not in the list'),
    alwaysShow: true,
  };
}

function separator(name: string): ModelItem {
  return { label: visibleText(name), kind: vscode.QuickPickItemKind.Separator };
}

interface RowState extends ModelRowState {
  readonly isFavourite: boolean;
  readonly isHidden: boolean;
  /** Noted before, and not in the list now. */
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
      ? button('favourite', 'star-full', vscode.l10n.t('No longer a favourite'))
      : button('favourite', 'star-empty', vscode.l10n.t('Make it a favourite')),
    button('details', 'info', vscode.l10n.t('Details')),
    button('copy', 'copy', vscode.l10n.t('Copy the id')),
    isHidden
      ? button('hide', 'eye', vscode.l10n.t('Show in the list again'))
      : button('hide', 'eye-closed', vscode.l10n.t('Hide in the list')),
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

/** What is known of a model beside its row's own words, in one short line: long ones are cut. */
function modelDetails(
  { owned_by: owner, created }: Model,
  context: ModelContext | undefined,
  connection: string,
): string {
  return [
    createdWords(created),
    sourceWords(context),
    vscode.l10n.t('connection {0}', labelText(connection)),
    owner === undefined || owner === '' ? vscode.l10n.t('owner not stated') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** How much a model takes. */
function contextWords({ tokens }: ModelContext): string {
  return vscode.l10n.t('{0} tokens of context', tokens.toLocaleString(vscode.env.language));
}

function sourceWords(context: ModelContext | undefined): string {
  if (context === undefined) {
    return vscode.l10n.t('context not known');
  }
  return context.source === 'list'
    ? vscode.l10n.t('context by the list')
    : vscode.l10n.t('context by an error');
}

/** `0` is the interface's placeholder, not a date (service-interface.md, "Model object"). */
function createdWords(created: number | undefined): string {
  const date = new Date((created ?? 0) * 1000);
  return created === undefined || created <= 0 || Number.isNaN(date.getTime())
    ? vscode.l10n.t('creation not stated')
    : vscode.l10n.t(
        'created {0}',
        date.toLocaleDateString(vscode.env.language, { dateStyle: 'medium' }),
      );
}

const minuteMs = 60_000;

/** How old a model list is; both times are milliseconds since 1970. */
export function listAge(fetchedAt: number, now: number): string {
  const minutes = Math.floor((now - fetchedAt) / minuteMs);
  if (minutes < 1) {
    return vscode.l10n.t('list of just now');
  }
  if (minutes < 60) {
    return vscode.l10n.t('list of {0} min ago', minutes);
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? vscode.l10n.t('list of {0} h ago', hours)
    : vscode.l10n.t('list of {0} days ago', Math.floor(hours / 24));
}

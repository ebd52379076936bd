import * as vscode from 'vscode';
import type { Model } from '../shared/chatCompletion.ts';
import { contextLength } from '../shared/contextLength.ts';
import { visibleText } from '../shared/visibleText.ts';
import { labelText } from './labelText.ts';

/** A row of the model picker; separators have no model. */
export interface ModelItem extends vscode.QuickPickItem {
  readonly modelId?: string;
  /** The id is what stands in the box, not one of the list. */
  readonly isTyped?: boolean;
}

/**
 * The rows for `models`, by owner in the order in which owners first appear, the current model
 * marked. `typed` is what stands in the box: an id that is not in the list can be used as it is.
 */
export function modelItems(
  models: readonly Model[],
  current: string | undefined,
  typed: string,
): readonly ModelItem[] {
  const byOwner = groupByOwner(models);
  const listed = [...byOwner].flatMap(([owner, owned]) =>
    [ownerItem(owner)].concat(owned.map((model) => modelItem(model, current))),
  );
  const isListed = models.some(({ id }) => id === typed);
  return typed === '' || isListed ? listed : [...listed, typedItem(typed)];
}

function ownerItem(owner: string): ModelItem {
  return { label: visibleText(owner), kind: vscode.QuickPickItemKind.Separator };
}

function modelItem(model: Model, current: string | undefined): ModelItem {
  const { id, created } = model;
  return {
    modelId: id,
    label: id === current ? `$(check) ${labelText(id)}` : labelText(id),
    description: [
      id === current ? vscode.l10n.t('current') : '',
      contextText(contextLength(model)),
      createdText(created),
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

function typedItem(typed: string): ModelItem {
  return {
    modelId: typed,
    isTyped: true,
    // VS Code puts the best matching labels first: without words this one never outdoes the list.
    label: '$(edit)',
    description: vscode.l10n.t('Use "{0}" as it is typed; it is not in the list', labelText(typed)),
    alwaysShow: true,
  };
}

function contextText(tokens: number | undefined): string {
  return tokens === undefined
    ? ''
    : vscode.l10n.t('{0} tokens of context', tokens.toLocaleString(vscode.env.language));
}

/** `0` is the interface's placeholder, not a date (service-interface.md, "Model object"). */
function createdText(created: number | undefined): string {
  if (created === undefined || created <= 0) {
    return '';
  }
  const date = new Date(created * 1000);
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleDateString(vscode.env.language, { dateStyle: 'medium' });
}

function groupByOwner(models: readonly Model[]): ReadonlyMap<string, readonly Model[]> {
  const byOwner = new Map<string, Model[]>();
  for (const model of models) {
    const owner = model.owned_by ?? '';
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), model]);
  }
  return byOwner;
}

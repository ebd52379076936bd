import * as vscode from 'vscode';
import { displayLanguage, formatNumber } from '../../shared/language.ts';
import type { ModelContext } from '../../shared/panel/panelState.ts';
import type { Ability } from '../../shared/models/modelAbilities.ts';
import type { Retirement } from '../../shared/models/modelLifetime.ts';
import type { Price } from '../../shared/models/prices.ts';
import { labelText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import type { ListedModel } from './modelCatalogue.ts';

/** What a row says of a model besides what its list says. */
export interface ShownModel {
  readonly connection: Connection;
  /** Whether there are models of other connections. */
  readonly hasOthers: boolean;
  readonly isHidden: boolean;
  /** A favourite or recent model that is not in the list. */
  readonly isGone: boolean;
  readonly context: ModelContext | undefined;
  /** The price that the user has entered. */
  readonly userPrice: Price | undefined;
}

/** What stands beside the ID of a model. VS Code cuts the end of a long row, so that what matters most is first. */
export function modelDescription(model: ListedModel, shown: ShownModel): string {
  const { id, owned_by: owner = '', abilities = [], kind, state, retirement } = model;
  const { maxOutputTokens } = model.parameters ?? {};
  const { connection, context } = shown;
  const price = shown.userPrice ?? model.price;
  return joined(
    shown.isGone && vscode.l10n.t('not in the list'),
    shown.isHidden && vscode.l10n.t('hidden'),
    state && vscode.l10n.t('unavailable'),
    kind && vscode.l10n.t('not for chat'),
    retirement && retirementWords(retirement),
    price && priceWords(price),
    shown.hasOthers && labelText(connection.name),
    context && vscode.l10n.t('{0} context', compact(context.tokens)),
    maxOutputTokens !== undefined && vscode.l10n.t('{0} per reply', compact(maxOutputTokens)),
    ...abilities.map(abilityWords),
    // Many IDs begin with their owner.
    !id.toLowerCase().includes(owner.toLowerCase()) && labelText(owner),
  );
}

/** `131K`. */
function compact(tokens: number): string {
  return formatNumber(tokens, { notation: 'compact' });
}

/** The second line of a row. VS Code shows one line only, so that it must be short. */
export function modelDetails(
  {
    created,
    price: listed,
    aliases = [],
    outputs = [],
    parameters: { efforts = [] } = {},
  }: ListedModel,
  { context, connection, userPrice }: ShownModel,
): string {
  const price = userPrice ?? listed;
  return joined(
    createdWords(created),
    contextSourceWords(context),
    price && priceSourceWords(userPrice),
    price?.cachedPrompt !== undefined &&
      vscode.l10n.t('cached prompt tokens: {0} per 1M', amountWords(price.cachedPrompt, price)),
    efforts.length > 0 && vscode.l10n.t('thinking effort: {0}', named(efforts)),
    outputs.length > 0 && vscode.l10n.t('also makes: {0}', named(outputs)),
    aliases.length > 0 && vscode.l10n.t('other IDs: {0}', named(aliases)),
    vscode.l10n.t('connection: {0}', labelText(connection.name)),
  );
}

function named(names: readonly string[]): string {
  return names.map(labelText).join(', ');
}

function joined(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
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

function contextSourceWords(context: ModelContext | undefined): string {
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

function priceSourceWords(userPrice: Price | undefined): string {
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

/** Undefined if the service states no date. `0` is a placeholder and not a date (`docs/service-interface.md`, "Model object" 2). */
function createdWords(created: number | undefined): string | undefined {
  const date = new Date((created ?? 0) * 1000);
  return created === undefined || created <= 0 || Number.isNaN(date.getTime())
    ? undefined
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

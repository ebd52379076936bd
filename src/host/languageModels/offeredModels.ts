import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { imagesField } from '../../shared/service/requestAdjustment.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Connection } from '../connections/connection.ts';
import { readConnections } from '../connections/connectionSettings.ts';
import { offerConsent } from '../connections/consents/consents.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { contextOf, listedModel } from '../models/models.ts';
import type { LanguageModelServices } from './services.ts';

/** A model as VS Code lists it. VS Code reads two fields that its types do not have. */
export interface OfferedModel extends vscode.LanguageModelChatInformation {
  /** Without it, some versions of VS Code do not show the model. */
  readonly isUserSelectable: true;
  /** The user pays for it with a key of their own. */
  readonly isBYOK: true;
}

type Sources = Pick<LanguageModelServices, 'models' | 'adjustments'>;

type Offers = Pick<LanguageModelServices, 'models' | 'consents'>;

/** The favourite models of the connections that the settings offer to VS Code. Sends no request. */
function favouriteTargets({ models }: Pick<Sources, 'models'>): readonly ReadyTarget[] {
  return readConnections()
    .filter(({ offerToVSCode }) => offerToVSCode === true)
    .flatMap((connection) =>
      models.memory
        .of(connection)
        .favourites.map((model) => ({ connection, model }))
        .filter((target) => listedModel(target, models)?.kind !== 'other'),
    );
}

/** Those of them that the user has confirmed. */
function offeredTargets(sources: Offers): readonly ReadyTarget[] {
  return favouriteTargets(sources).filter(({ connection }) =>
    sources.consents.has(offerConsent(connection)),
  );
}

/** The connections whose models the settings offer to VS Code, and that the user has not confirmed. */
export function unconfirmedOffers(sources: Offers): readonly Connection[] {
  const connections = new Set(favouriteTargets(sources).map(({ connection }) => connection));
  return [...connections].filter((connection) => !sources.consents.has(offerConsent(connection)));
}

/** The models that VS Code lists, and other extensions can use. Sends no request. */
export function offeredModels(sources: Sources & Offers): readonly OfferedModel[] {
  const targets = offeredTargets(sources);
  return targets.map((target) => {
    const hasNamesake = targets.some((other) => other !== target && other.model === target.model);
    return offeredModel(target, hasNamesake, sources);
  });
}

/** The target of an offered model; undefined if it is offered no longer. */
export function offeredTarget(id: string, sources: Offers): ReadyTarget | undefined {
  return offeredTargets(sources).find((target) => idOf(target) === id);
}

function idOf({ connection, model }: ReadyTarget): string {
  return `${connection.id}/${model}`;
}

function offeredModel(target: ReadyTarget, hasNamesake: boolean, sources: Sources): OfferedModel {
  const { connection, model } = target;
  const name = visibleText(connection.name);
  const shownModel = visibleText(model);
  return {
    id: idOf(target),
    name: hasNamesake ? `${shownModel} (${name})` : shownModel,
    // Both are what other extensions select models by; services state neither.
    family: model.slice(model.lastIndexOf('/') + 1),
    version: model,
    detail: name,
    tooltip: vscode.l10n.t(
      '{0} through Parley’s connection “{1}” ({2}). Requests are billed to this connection.',
      shownModel,
      name,
      new URL(serviceAddress(connection.baseUrl).origin).host,
    ),
    ...tokenLimits(target, sources),
    capabilities: {
      imageInput: takesImages(target, sources),
      toolCalling: takesTools(target, sources),
    },
    isUserSelectable: true,
    isBYOK: true,
  };
}

/** In tokens. Assumed where nothing is known: most models in use have at least so much. */
const usualContext = 128_000;

/** The most that is set aside for a reply whose limit is not known, in tokens. */
const usualOutput = 16_384;

/** The share of the context that is set aside for a reply at most; nothing of it is sent. */
const outputShare = 1 / 4;

function tokenLimits(
  target: ReadyTarget,
  { models }: Pick<Sources, 'models'>,
): Pick<OfferedModel, 'maxInputTokens' | 'maxOutputTokens'> {
  const context = contextOf(target, models)?.tokens ?? usualContext;
  const listed = listedModel(target, models)?.parameters?.maxOutputTokens ?? usualOutput;
  const maxOutputTokens = Math.max(1, Math.floor(Math.min(listed, context * outputShare)));
  return { maxInputTokens: Math.max(1, context - maxOutputTokens), maxOutputTokens };
}

/** Whether images are sent: unless the list says that the model takes none, or the service has rejected some. */
export function takesImages(target: ReadyTarget, { models, adjustments }: Sources): boolean {
  const isRejected = adjustments.of(target).some(({ field }) => field === imagesField);
  return !isRejected && listedModel(target, models)?.images !== 'none';
}

/**
 * Whether tools are offered: unless the list leaves them out of what the model can do, in a list that states them for
 * other models. VS Code shows a model without them neither in agent mode nor in inline chat.
 */
function takesTools(target: ReadyTarget, { models }: Pick<Sources, 'models'>): boolean {
  const listed = listedModel(target, models);
  const all = models.catalogue.peek(target.connection)?.models ?? [];
  const isStated = all.some(({ abilities = [] }) => abilities.includes('tools'));
  return listed === undefined || !isStated || listed.abilities?.includes('tools') === true;
}

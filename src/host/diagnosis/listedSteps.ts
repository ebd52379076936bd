import * as vscode from 'vscode';
import type { Ability } from '../../shared/models/modelAbilities.ts';
import { supportsParameter } from '../../shared/models/modelParameters.ts';
import { formatNumber } from '../../shared/language.ts';
import { fieldNames } from '../../shared/service/requestParameters.ts';
import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { Outcome } from './findings.ts';
import type { Walk } from './walk.ts';

/**
 * What the model takes, as far as the model list and earlier rejections tell, and `rejected`, what the service has
 * just rejected. Sends nothing.
 */
export function parametersOutcome(
  { services, target, listed }: Walk,
  rejected: readonly RequestAdjustment[] = [],
): Outcome {
  if (target.model === undefined) {
    return noModel();
  }
  const known = services.known(target);
  const { names, efforts = [], maxOutputTokens } = (listed ?? known.facts)?.parameters ?? {};
  const set = target.connection.parameters ?? {};
  const unlisted = fieldNames.filter(
    (name) => set[name] !== undefined && supportsParameter({ names, efforts }, name) === false,
  );
  const changes = [...known.adjustments, ...rejected].map(adjustmentFact);
  const stated = [
    ...(names === undefined
      ? []
      : [vscode.l10n.t('Parameters in the model list: {0}.', names.join(', '))]),
    ...(efforts.length === 0 ? [] : [vscode.l10n.t('Thinking efforts: {0}.', efforts.join(', '))]),
    ...(maxOutputTokens === undefined
      ? []
      : [vscode.l10n.t('A reply can have at most {0} tokens.', formatNumber(maxOutputTokens))]),
  ];
  const said = [...new Set(changes), ...stated];
  if (unlisted.length > 0) {
    return {
      status: 'warning',
      cause: 'fieldsRejected',
      title: vscode.l10n.t('Parameters that the model may reject: {0}', unlisted.join(', ')),
      facts: [...said, vscode.l10n.t('They are set in the connection but not in the model list.')],
      advice: [vscode.l10n.t('If requests fail, remove them from the connection.')],
      action: 'editConnection',
    };
  }
  if (said.length === 0) {
    return {
      status: 'skipped',
      title: vscode.l10n.t('The model list says nothing about parameters'),
      facts: [vscode.l10n.t('No field was rejected so far.')],
    };
  }
  return changes.length === 0
    ? {
        status: 'fine',
        title: vscode.l10n.t('Parameters according to the model list'),
        facts: said,
      }
    : {
        status: 'warning',
        cause: 'fieldsRejected',
        title: vscode.l10n.t('The service rejected fields of requests'),
        facts: said,
        advice: [vscode.l10n.t('Parley adapts its requests. There is nothing to do.')],
      };
}

function adjustmentFact({ field, sentAs }: RequestAdjustment): string {
  return sentAs === undefined
    ? vscode.l10n.t('{0} is left out, because the service rejected it.', field)
    : vscode.l10n.t('{0} is sent as {1}, because the service rejected it.', field, sentAs);
}

function noModel(): Outcome {
  return { status: 'skipped', title: vscode.l10n.t('No model is chosen') };
}

/** What a model reads and writes besides text, as the model list states it. Sends nothing. */
export function modalitiesOutcome({ services, target, listed }: Walk): Outcome {
  if (target.model === undefined) {
    return noModel();
  }
  const { abilities = [], outputs = [] } = listed ?? services.known(target).facts ?? {};
  if (abilities.length === 0 && outputs.length === 0) {
    return {
      status: 'skipped',
      title: vscode.l10n.t('The model list does not say what the model can do besides text'),
    };
  }
  return {
    status: 'fine',
    title: vscode.l10n.t('What the model can do, according to the model list'),
    facts: [
      ...abilities.map((ability) => abilityNames[ability]()),
      ...(outputs.length === 0 ? [] : [vscode.l10n.t('Writes: {0}', outputs.join(', '))]),
    ],
  };
}

const abilityNames: Readonly<Record<Ability, () => string>> = {
  vision: () => vscode.l10n.t('Reads images'),
  audio: () => vscode.l10n.t('Reads audio'),
  video: () => vscode.l10n.t('Reads video'),
  files: () => vscode.l10n.t('Reads files'),
  tools: () => vscode.l10n.t('Calls tools'),
  reasoning: () => vscode.l10n.t('Thinks before it replies'),
};

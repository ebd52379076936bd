import * as vscode from 'vscode';
import { otherForm } from '../../service/serviceAddress.ts';
import type { FormDiagnosis } from '../../shared/connectionsPage/protocol.ts';
import type { Redactor } from '../base/redactor.ts';
import { type Connection, idRef } from '../connections/connection.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { Diagnosis, Outcome } from '../diagnosis/diagnosis.ts';
import { firstTrouble } from '../diagnosis/diagnosisText.ts';
import { listFailure } from '../diagnosis/modelsStep.ts';

/** What a form shows of the diagnosis of its connection: what is wrong, or else the model list. */
export function formDiagnosis(diagnosis: Diagnosis, { id, baseUrl }: Connection): FormDiagnosis {
  const { findings, models } = diagnosis;
  const finding = firstTrouble(diagnosis) ?? findings.find(({ step }) => step === 'models');
  return {
    ...shown(finding ?? { status: 'warning', title: vscode.l10n.t('Stopped') }, baseUrl),
    models: models?.map((model) => model.id),
    report: idRef(id),
  };
}

/** The same for a request for the model list that has failed before the form was opened. */
export function formFailure(
  error: unknown,
  { baseUrl }: Connection,
  redactor: Redactor,
): FormDiagnosis {
  const described = toReplyError(error, redactor);
  const failed = listFailure(error, described, baseUrl, shownAddress(baseUrl));
  return shown({ ...failed, tried: described.tried }, baseUrl);
}

function shown(
  found: Outcome & { readonly tried?: string | undefined },
  baseUrl: string,
): FormDiagnosis {
  const { status, title, cause, tried = '', facts = [], advice = [] } = found;
  const came = facts.filter((fact) => fact !== '').join(' · ');
  // Something has answered at the address, but it is no list.
  const other = cause === 'noModelList' || cause === 'webPage' ? otherForm(baseUrl) : undefined;
  return {
    status: status === 'skipped' ? 'warning' : status,
    lines: [title, ...advice],
    tried: [tried, came].filter((text) => text !== '').join(' → '),
    ...(other !== undefined && {
      offer: { button: vscode.l10n.t('Use This Address'), change: { baseUrl: other } },
    }),
  };
}

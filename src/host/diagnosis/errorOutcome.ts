import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { type ErrorCase, errorCase } from '../../conversation/errors/errorCase.ts';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { DiagnosisAction, DiagnosisCause } from '../../shared/diagnosis/diagnosis.ts';
import type { Outcome } from './findings.ts';

/** What a failed request says, in the words of the error card that a chat shows for it. */
export function errorOutcome(error: ReplyError): Outcome {
  const { title, words, isQuoted, advice, more, folded } = errorCard(error);
  const [cause, action] = findingOf(error);
  return {
    status: 'problem',
    cause,
    title,
    tried: error.tried,
    facts: [
      ...(error.status === undefined
        ? []
        : [vscode.l10n.t('The status was {0}.', String(error.status))]),
      ...(words === undefined || isQuoted ? [] : [words]),
      ...folded.remarks.filter((remark) => remark !== title && remark !== error.detail),
      ...(error.detail === undefined ? [] : [vscode.l10n.t('Response text: “{0}”', error.detail)]),
      ...(error.requestId === undefined ? [] : [vscode.l10n.t('Request ID: {0}', error.requestId)]),
    ],
    advice: [advice, ...(more === undefined ? [] : [more])],
    action,
  };
}

function findingOf(error: ReplyError): readonly [cause: DiagnosisCause, action?: DiagnosisAction] {
  const { status, refused } = error;
  if (refused !== undefined) {
    return ['fieldsRejected', 'editConnection'];
  }
  const found = errorCase(error);
  // The address of a list or a chat that is not there.
  if (status === 404 && found !== 'unknownModel') {
    return ['wrongPath', 'editConnection'];
  }
  return cases[found];
}

const cases: Readonly<
  Record<ErrorCase, readonly [cause: DiagnosisCause, action?: DiagnosisAction]>
> = {
  aborted: ['requestFailed'],
  timeout: ['noAnswer', 'timeoutSettings'],
  idleTimeout: ['noAnswer', 'timeoutSettings'],
  clientTimeout: ['noAnswer'],
  network: ['requestFailed', 'editConnection'],
  refused: ['portRefused', 'editConnection'],
  unknownHost: ['nameNotFound', 'editConnection'],
  noRoute: ['hostUnreachable'],
  noAnswer: ['portFiltered', 'proxySettings'],
  untrustedCertificate: ['certificateUntrusted', 'certificateSettings'],
  expiredCertificate: ['certificateExpired'],
  otherHostsCertificate: ['certificateWrongName', 'editConnection'],
  noTls: ['noTls', 'editConnection'],
  proxySignIn: ['proxyLogin', 'proxySettings'],
  proxyRejected: ['proxyRejected', 'proxySettings'],
  refusedByProxy: ['webPage'],
  streamRefused: ['requestFailed', 'useStandardMode'],
  browser: ['blockedByBrowser'],
  broken: ['connectionLost'],
  auth: ['keyRejected', 'setKey'],
  variableRejected: ['keyRejected', 'editConnection'],
  commandRejected: ['keyRejected', 'editConnection'],
  signInRejected: ['keyRejected', 'editConnection'],
  keyMissing: ['keyMissing', 'setKey'],
  keyLost: ['keyUnavailable', 'setKey'],
  keyMoved: ['keyUnavailable', 'setKey'],
  keyUnknown: ['keyUnavailable', 'editConnection'],
  keyVariable: ['keyUnavailable', 'editConnection'],
  keyCommand: ['keyUnavailable', 'editConnection'],
  keySignIn: ['keyUnavailable', 'editConnection'],
  keyNotInBrowser: ['keyUnavailable', 'editConnection'],
  forbidden: ['forbidden'],
  notFound: ['wrongPath', 'editConnection'],
  unknownModel: ['modelUnknown', 'chooseModel'],
  rateLimited: ['rateLimited'],
  quota: ['outOfCredit'],
  tooLarge: ['requestFailed'],
  contextTooLong: ['requestFailed'],
  badRequest: ['requestFailed', 'editConnection'],
  imagesRefused: ['requestFailed'],
  filtered: ['requestFailed'],
  server: ['serverError'],
  overloaded: ['serverError'],
  gateway: ['gatewayError'],
  protocol: ['requestFailed', 'editConnection'],
  webPage: ['webPage', 'editConnection'],
  redirect: ['redirected', 'editConnection'],
  redirectLoop: ['redirected', 'editConnection'],
  stream: ['serverError'],
};

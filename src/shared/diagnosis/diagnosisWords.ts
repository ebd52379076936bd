import * as l10n from '@vscode/l10n';
import { formatNumber, plural } from '../language.ts';
import type { Diagnosis, DiagnosisStep, Finding, FindingStatus } from './diagnosis.ts';

/** What a step looks at, in a word or two. */
export function stepName(step: DiagnosisStep): string {
  switch (step) {
    case 'place':
      return l10n.t('Sent from');
    case 'proxy':
      return l10n.t('Proxy');
    case 'name':
      return l10n.t('Host name');
    case 'port':
      return l10n.t('Port');
    case 'certificate':
      return l10n.t('Certificate');
    case 'models':
      return l10n.t('Model list');
    case 'reply':
      return l10n.t('Reply');
    case 'streaming':
      return l10n.t('Streaming');
    case 'usage':
      return l10n.t('Usage');
    case 'parameters':
      return l10n.t('Parameters');
    case 'modalities':
      return l10n.t('Images');
  }
}

/** The status of a finding in words. */
export function statusWords(status: FindingStatus): string {
  switch (status) {
    case 'running':
      return l10n.t('Checking…');
    case 'fine':
      return l10n.t('OK');
    case 'warning':
      return l10n.t('Warning');
    case 'problem':
      return l10n.t('Problem');
    case 'skipped':
      return l10n.t('Not checked');
  }
}

/** The finding that needs attention first: the first problem, or else the first warning. */
export function firstTrouble(findings: readonly Finding[]): Finding | undefined {
  return (
    findings.find(({ status }) => status === 'problem') ??
    findings.find(({ status }) => status === 'warning')
  );
}

/** The outcome of a diagnosis, or what it is doing, in one sentence. */
export function summaryWords({ findings, isRunning, isStopped }: Diagnosis): string {
  if (isRunning) {
    const running = findings.find(({ status }) => status === 'running');
    return running?.title ?? l10n.t('Checking the connection…');
  }
  const trouble = firstTrouble(findings);
  if (trouble === undefined && isStopped === true) {
    return l10n.t('Stopped before the end. No problem found so far.');
  }
  if (trouble === undefined) {
    return l10n.t('No problem found.');
  }
  const count = findings.filter(({ status }) => status === trouble.status).length;
  const shown = formatNumber(count);
  const title = trouble.title;
  if (trouble.status === 'problem') {
    return plural(count, {
      one: l10n.t('{0} problem found: {1}', shown, title),
      other: l10n.t('{0} problems found. The first: {1}', shown, title),
    });
  }
  return plural(count, {
    one: l10n.t('{0} warning: {1}', shown, title),
    other: l10n.t('{0} warnings. The first: {1}', shown, title),
  });
}

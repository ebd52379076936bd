import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { actionLabels, type Diagnosis, type Finding, statusMarks, stepNames } from './diagnosis.ts';

/** The labels of all buttons. */
export const buttonLabels = {
  ...actionLabels,
  runAgain: () => vscode.l10n.t('Run Again'),
  stop: () => vscode.l10n.t('Stop'),
  copyReport: () => vscode.l10n.t('Copy Report'),
  showLog: () => vscode.l10n.t('Show Log'),
  /** Sends the requests of the offer. */
  askForReply: () => vscode.l10n.t('Check Replies'),
};

/** What a button of a diagnosis does. */
export type DiagnosisButton = keyof typeof buttonLabels;

/** A diagnosis as Markdown, with the buttons that are shown above its lines. */
export interface DiagnosisText {
  readonly text: string;
  /** Lines are counted from 0. */
  readonly buttons: readonly { readonly line: number; readonly id: DiagnosisButton }[];
}

/** The first problem, or else the first warning. */
export function firstTrouble({ findings }: Diagnosis): Finding | undefined {
  return (
    findings.find(({ status }) => status === 'problem') ??
    findings.find(({ status }) => status === 'warning')
  );
}

/** A diagnosis as the user reads and copies it: what was tried, what came back, what to do. It holds no known secret. */
export function diagnosisText(diagnosis: Diagnosis): DiagnosisText {
  const { connection, address, model = '', startedAt, findings, offer, isRunning } = diagnosis;
  const time = `${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const about = [connection, address, model, time, `VS Code ${vscode.version}`];
  const lines = [
    `# ${vscode.l10n.t('Connection Diagnosis')}`,
    '',
    plain(about.filter((text) => text !== '').join(' · ')),
    '',
    `**${plain(summary(diagnosis))}**`,
  ];
  const buttons: { line: number; id: DiagnosisButton }[] = [
    { line: 0, id: isRunning ? 'stop' : 'runAgain' },
    { line: 0, id: 'copyReport' },
    { line: 0, id: 'showLog' },
  ];
  // What is wrong comes first, once all is checked.
  const trouble = isRunning ? undefined : firstTrouble(diagnosis);
  const others = findings.filter((finding) => finding !== trouble);
  for (const finding of trouble === undefined ? others : [trouble, ...others]) {
    if (finding.action !== undefined) {
      buttons.push({ line: lines.length + 1, id: finding.action });
    }
    lines.push('', ...section(finding));
  }
  if (offer !== undefined) {
    buttons.push({ line: lines.length + 1, id: 'askForReply' });
    lines.push('', plain(offer));
  }
  return { text: `${lines.join('\n')}\n`, buttons };
}

function section({ step, status, cause, title, tried, facts, advice }: Finding): readonly string[] {
  const state = status === 'running' ? checking() : vscode.l10n.t('Not checked');
  const found = tried === undefined ? facts : [vscode.l10n.t('Tried: {0}', tried), ...facts];
  return [
    `## ${statusMarks[status]} ${stepNames[step]()}: ${plain(title === '' ? state : title)}${cause === undefined ? '' : ` (${cause})`}`,
    ...list(found, () => '-'),
    ...list(advice, (index) => `${index + 1}.`),
  ];
}

/** The lines of a list, with an empty one before it; none without items. */
function list(items: readonly string[], mark: (index: number) => string): readonly string[] {
  const lines = items.map((item, index) => `${mark(index)} ${plain(item)}`);
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The outcome, or what is being checked, in one sentence. */
function summary(diagnosis: Diagnosis): string {
  const { findings, isRunning, isStopped } = diagnosis;
  if (isRunning) {
    const running = findings.find(({ status }) => status === 'running');
    return running === undefined ? checking() : `${stepNames[running.step]()}: ${checking()}`;
  }
  const trouble = firstTrouble(diagnosis);
  if (trouble !== undefined) {
    const isProblem = trouble.status === 'problem';
    return `${isProblem ? vscode.l10n.t('Problem') : vscode.l10n.t('Warning')}: ${trouble.title}`;
  }
  return isStopped === true
    ? vscode.l10n.t('Stopped before the end. No problem found so far.')
    : vscode.l10n.t('No problem found.');
}

function checking(): string {
  return vscode.l10n.t('Checking…');
}

/** One line in which nothing is a link, an image or HTML, also where it is pasted. */
function plain(text: string): string {
  return visibleText(text.replaceAll(/[\r\n]+/g, ' ')).replaceAll(
    /[\\<]|\](?=[([])/g,
    String.raw`\$&`,
  );
}

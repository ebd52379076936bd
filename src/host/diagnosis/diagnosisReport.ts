import * as vscode from 'vscode';
import { statusWords, stepName, summaryWords } from '../../shared/diagnosis/diagnosisWords.ts';
import type { Diagnosis, Finding } from '../../shared/diagnosis/diagnosis.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** A diagnosis as Markdown, to copy. Its texts are those of the findings, which hold no known secret. */
export function diagnosisReport(diagnosis: Diagnosis): string {
  const { connection, address, model, startedAt, findings } = diagnosis;
  const head = [
    [vscode.l10n.t('Connection'), connection],
    [vscode.l10n.t('Address'), address],
    ...(model === undefined ? [] : [[vscode.l10n.t('Model'), model]]),
    [vscode.l10n.t('Time'), new Date(startedAt).toISOString()],
    ['VS Code', vscode.version],
  ];
  const sections = [
    `# ${vscode.l10n.t('Connection Diagnosis')}`,
    head.map(([name = '', value = '']) => `- ${name}: ${plain(value)}`).join('\n'),
    `**${plain(summaryWords(diagnosis))}**`,
    ...findings.map(section),
  ];
  return `${sections.join('\n\n')}\n`;
}

function section({ step, status, title, tried, facts, advice, cause }: Finding): string {
  const lines = [
    cause === undefined ? statusWords(status) : `${statusWords(status)} (${cause})`,
    ...(tried === undefined ? [] : [vscode.l10n.t('Tried: {0}', tried)]),
    ...facts,
    ...advice.map((each) => `→ ${each}`),
  ].map((line) => `- ${plain(line)}`);
  return `## ${plain(stepName(step))}: ${plain(title)}\n\n${lines.join('\n')}`;
}

/** One line in which nothing is markup. */
function plain(text: string): string {
  return visibleText(text.replaceAll(/[\r\n]+/g, ' ')).replaceAll(
    /[\\`*_[\]<>#|]/g,
    String.raw`\$&`,
  );
}

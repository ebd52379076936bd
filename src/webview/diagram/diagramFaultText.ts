import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import type { DiagramFault } from './diagramJob.ts';

/** Says why a diagram could not be drawn; without a fault, the frame gave no drawing. */
export function diagramFaultText(fault: DiagramFault | undefined): string {
  switch (fault?.kind) {
    case undefined:
      return l10n.t('Mermaid drew nothing.');
    case 'connections':
      return l10n.t('The diagram has more than {0} connections.', formatNumber(fault.limit));
    case 'type':
      return l10n.t(
        'The first line is not the name of a diagram type, such as {0} or {1}.',
        'flowchart',
        'sequenceDiagram',
      );
    case 'syntax':
      return `${syntaxErrorText(fault)}${fault.excerpt}`;
    case 'image':
      return l10n.t('The diagram contains an image. Images are not loaded.');
    case 'time':
      return l10n.t('Drawing took longer than {0} s.', formatNumber(fault.limitMs / 1000));
    case 'said':
      return fault.text;
    case 'unknown':
      return l10n.t('Mermaid failed and gave no reason. Check the syntax of the diagram.');
  }
}

function syntaxErrorText({ line, column }: Extract<DiagramFault, { kind: 'syntax' }>): string {
  if (line === undefined) {
    return l10n.t('There is a syntax error at the end.');
  }
  return column === undefined
    ? l10n.t('There is a syntax error in line {0}.', line)
    : l10n.t('There is a syntax error in line {0}, column {1}.', line, column);
}

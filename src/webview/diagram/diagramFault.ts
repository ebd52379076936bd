import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import type { DiagramFault } from './diagramJob.ts';

/**
 * Says why Mermaid has not drawn a diagram; without a fault, it gave no drawing. Its messages about its parser, its
 * configuration and its own program are replaced; what else it says is about the diagram and stays the same.
 */
export function diagramFaultText(fault: DiagramFault | undefined): string {
  if (fault === undefined) {
    return l10n.t('Mermaid drew nothing.');
  }
  const { message, kind } = fault;
  const limit = /^Edge limit exceeded.*limit is (\d+)/.exec(message)?.[1];
  if (limit !== undefined) {
    return l10n.t('The diagram has more than {0} connections.', formatNumber(Number(limit)));
  }
  if (message.startsWith('No diagram type detected')) {
    return l10n.t(
      'The first line is not the name of a diagram type, such as {0} or {1}.',
      'flowchart',
      'sequenceDiagram',
    );
  }
  if (kind === 'image') {
    return l10n.t('The diagram contains an image. Images are not loaded.');
  }
  const unknown = l10n.t('Mermaid failed and gave no reason. Check the syntax of the diagram.');
  return syntaxErrorText(message) ?? (kind === 'defect' ? unknown : message);
}

/** The place of a syntax error, with the excerpt that some of Mermaid's parsers give; without a line it is at the end. */
function syntaxErrorText(message: string): string | undefined {
  const place =
    /^(?:Parsing failed:\s*)?(?:Parse|Lexer|Lexical) error on line (\d+|\?)(?:, column (\d+))?/.exec(
      message,
    );
  if (place === null) {
    return undefined;
  }
  const [, line = '?', column] = place;
  const words =
    line === '?'
      ? l10n.t('There is a syntax error at the end.')
      : column === undefined
        ? l10n.t('There is a syntax error in line {0}.', line)
        : l10n.t('There is a syntax error in line {0}, column {1}.', line, column);
  const start = message.indexOf('\n');
  const end = message.indexOf('-^', start);
  return start === -1 || end === -1 ? words : words + message.slice(start, end + 2);
}

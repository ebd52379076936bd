import type { DiagramFault } from '../diagramJob.ts';

/** Errors of JavaScript and of the browser: defects of Mermaid, whose messages mean nothing to users. */
const defects = [TypeError, ReferenceError, RangeError, DOMException];

/** The message of the error that an image causes. */
export const imageErrorMessage = 'Parley does not load images.';

/**
 * Tells why Mermaid has not drawn a diagram. Its messages about its parser, its configuration and its
 * own program are replaced; what else it says is about the diagram and stays the same.
 */
export function diagramFault(error: unknown): DiagramFault {
  const message = error instanceof Error ? error.message : String(error);
  const limit = /^Edge limit exceeded.*limit is (\d+)/.exec(message)?.[1];
  if (limit !== undefined) {
    return { kind: 'connections', limit: Number(limit) };
  }
  if (message.startsWith('No diagram type detected')) {
    return { kind: 'type' };
  }
  if (message === imageErrorMessage) {
    return { kind: 'image' };
  }
  const isDefect = defects.some((kind) => error instanceof kind);
  return syntaxError(message) ?? (isDefect ? { kind: 'unknown' } : { kind: 'said', text: message });
}

/** The place of a syntax error, with the excerpt that some of Mermaid's parsers give. */
function syntaxError(message: string): DiagramFault | undefined {
  const place =
    /^(?:Parsing failed:\s*)?(?:Parse|Lexer|Lexical) error on line (\d+|\?)(?:, column (\d+))?/.exec(
      message,
    );
  if (place === null) {
    return undefined;
  }
  const [, line, column] = place;
  const start = message.indexOf('\n');
  const end = message.indexOf('-^', start);
  return {
    kind: 'syntax',
    line: line === '?' ? undefined : Number(line),
    column: column === undefined ? undefined : Number(column),
    excerpt: start === -1 || end === -1 ? '' : message.slice(start, end + 2),
  };
}

/** Errors of JavaScript and of the browser: a fault of Mermaid, and no words for users. */
const faults = [TypeError, ReferenceError, RangeError, DOMException];

/**
 * Says why Mermaid has not drawn a diagram. It writes what its parser expected, how its program would be
 * configured, and errors of its program; what else it says is about the diagram and stays as it is.
 */
export function diagramFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const edges = /^Edge limit exceeded.*limit is (\d+)/.exec(message)?.[1];
  if (edges !== undefined) {
    return `It has more than ${edges} connections.`;
  }
  if (message.startsWith('No diagram type detected')) {
    return 'Its first line is not the name of a type of diagram, such as flowchart or sequenceDiagram.';
  }
  return syntaxError(message) ?? (faults.some((kind) => error instanceof kind) ? unknown : message);
}

const unknown = 'Mermaid failed to draw it and gave no reason. Check the syntax of the diagram.';

/** The place of a syntax error, with the excerpt that some of Mermaid's parsers give. */
function syntaxError(message: string): string | undefined {
  const place =
    /^(?:Parsing failed:\s*)?(?:Parse|Lexer|Lexical) error on line (\d+|\?)(?:, column (\d+))?/.exec(
      message,
    );
  if (place === null) {
    return undefined;
  }
  const [, line, column] = place;
  const at = column === undefined ? `in line ${line}` : `in line ${line}, column ${column}`;
  const where = line === '?' ? 'at its end' : at;
  const start = message.indexOf('\n');
  const end = message.indexOf('-^', start);
  const excerpt = start === -1 || end === -1 ? '' : message.slice(start, end + 2);
  return `It has a syntax error ${where}.${excerpt}`;
}

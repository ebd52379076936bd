/**
 * Parses JSON with comments and commas after the last element, as VS Code's own files are written.
 * Throws a SyntaxError for anything else.
 */
export function parseJsonc(text: string): unknown {
  const plain = text.replaceAll(/"(?:\\[^]|[^"\\])*"|\/\/.*|\/\*[^]*?\*\//g, (part) =>
    isText(part) ? part : ' ',
  );
  return JSON.parse(
    plain.replaceAll(/"(?:\\[^]|[^"\\])*"|,(?=\s*[\]}])/g, (part) => (isText(part) ? part : '')),
  );
}

function isText(part: string): boolean {
  return part.startsWith('"');
}

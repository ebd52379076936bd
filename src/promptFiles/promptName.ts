/** In characters. */
export const maxName = 100;

/** How the names of prompt files end. */
export const promptFileEnd = '.prompt.md';

/** Whether a file is a prompt file, by its name or path. */
export function isPromptFile(path: string): boolean {
  return path.toLowerCase().endsWith(promptFileEnd);
}

/**
 * What is typed after `/` to use a prompt: the name that its file gives, or else the name of the file. What is
 * neither a letter nor a digit, `.`, `_`, `:` nor `-` becomes `-`.
 */
export function promptName(fileName: string, given?: string): string {
  const own = isPromptFile(fileName) ? fileName.slice(0, -promptFileEnd.length) : fileName;
  return plainName(given ?? '') || plainName(own) || 'prompt';
}

function plainName(name: string): string {
  const plain = name.slice(0, maxName).replaceAll(/[^\p{L}\p{M}\p{N}_.:-]+/gu, '-');
  return plain.replace(/^-+/, '').replace(/(?<!-)-+$/, '');
}

/** A prompt file for a message. The description is written so that YAML reads it as it is. */
export function newPromptFile(description: string, body: string): string {
  return `---\ndescription: ${JSON.stringify(description)}\n---\n\n${body.trim()}\n`;
}

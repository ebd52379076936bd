/** Longer runs are cut: no code needs them, and the prompt names the fence in full. */
const longestFence = 40;

/**
 * The fence that the model is asked to put around its reply: longer than any run of backticks in the code, so that
 * nothing inside can close it (CommonMark 0.31, “Fenced code blocks”).
 */
export function replyFence(code: string, languageId: string): string {
  let longest = languageId === 'markdown' ? 3 : 2;
  for (const [run] of code.matchAll(/`{3,}/g)) {
    longest = Math.max(longest, run.length);
  }
  return '`'.repeat(Math.min(longest + 1, longestFence));
}

/** The system prompt of a rewrite. English, since models follow it best. */
export function rewritePrompt(fence: string): string {
  return [
    'You rewrite a part of a file as the user asks. The first code of the message is the part to rewrite. If the message has a second one, that is the whole file, for reference only.',
    `Reply with everything that is to stand in place of the part, in one code block, and with nothing else. The first line of the reply is ${fence} with the language, the last line is ${fence}.`,
    'Write out every line, also those that stay the same. Never leave lines out, never put a comment such as “... existing code ...” in their place, add no line numbers and no explanation.',
    'Keep the style and the indentation of the part, also of its first line. What is before and after the part stays in the file: do not repeat it.',
  ].join('\n');
}

import * as l10n from '@vscode/l10n';
import { demoOpeners } from '../shared/demoOpeners.ts';
import type { ChatMessage } from '../shared/service/chatCompletion.ts';
import { lastUserMessage, type Answer } from './answer.ts';
import { brokenOff } from './faults.ts';
import { tour } from './tour.ts';

/** The reply of `demo-tour`: that to one of the messages the panel offers, or else the tour. */
export function tourAnswer(messages: readonly ChatMessage[]): Answer {
  const { formats: formatsOpener, error } = demoOpeners();
  const message = lastUserMessage(messages).trim();
  if (message === formatsOpener) {
    return { text: formats() };
  }
  if (message === error) {
    return brokenOff(beforeError());
  }
  const last = messages.findLast(({ role }) => role === 'assistant')?.content;
  return { text: last === beforeError() ? afterError() : tour() };
}

const code = `\`\`\`ts
/** The words of a text that occur more than once, most frequent first. */
export function repeatedWords(text: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\\p{L}+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .map(([word]) => word);
}
\`\`\``;

const diagram = `\`\`\`mermaid
flowchart LR
  A[Editor] --> B[Parley] --> C[Service]
  C --> B
\`\`\``;

function formats(): string {
  const rows = [
    [l10n.t('Code'), '0.1 ms'],
    [l10n.t('Tables'), '1,024'],
    [l10n.t('Math'), '2026-11-22'],
    [l10n.t('Diagrams'), '3.14159'],
  ];
  const sections = [
    `# ${l10n.t('Code, tables and math')}`,
    l10n.t(
      'The buttons of a code block copy the code, insert it at the cursor or open it as a file.',
    ),
    code,
    l10n.t('A table, with its last column aligned to the right:'),
    [
      `| ${l10n.t('What')} | ${l10n.t('Example')} |`,
      '| :-- | --: |',
      ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ].join('\n'),
    l10n.t('Math can be within a line, such as $e^{i\\pi} + 1 = 0$, or on its own:'),
    '$$\n\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}\n$$',
    l10n.t('A diagram is drawn as soon as its source is complete:'),
    diagram,
  ];
  return `${sections.join('\n\n')}\n`;
}

function beforeError(): string {
  return [
    l10n.t('A reply can break off at any time. Whatever has arrived by then is kept.'),
    l10n.t(
      'Below this text you see what happened and what you can do about it. **Continue** asks for the rest, **Try Again** for the whole reply.',
    ),
    l10n.t({
      message: 'This sentence breaks off in the',
      comment: ['The sentence is incomplete; “middle, and this is its rest.” follows.'],
    }),
  ].join('\n\n');
}

function afterError(): string {
  const rest = l10n.t({
    message: 'middle, and this is its rest.',
    comment: ['The rest of the sentence “This sentence breaks off in the”'],
  });
  const next = l10n.t(
    'The model `demo-faults` shows other errors: choose it below the input box and send any message.',
  );
  return ` ${rest}\n\n${next}\n`;
}

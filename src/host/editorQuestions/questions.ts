import * as vscode from 'vscode';

/** A command that sends code with a question. */
export interface Question {
  readonly title: string;
  /** The text of the user message. */
  readonly text: string;
}

/** The questions that are always the same, by the IDs of their commands without `parley.`. */
export type QuestionName = 'explain' | 'fix' | 'writeTests' | 'improve' | 'document';

/** The questions are messages of the user, so they are in the display language. */
export function questions(): Readonly<Record<QuestionName, Question>> {
  return {
    explain: { title: vscode.l10n.t('Explain'), text: vscode.l10n.t('Explain this code.') },
    fix: {
      title: vscode.l10n.t('Fix'),
      text: vscode.l10n.t('Find and fix the mistakes in this code.'),
    },
    improve: {
      title: vscode.l10n.t('Improve Code'),
      text: vscode.l10n.t(
        'Improve this code without changing what it does, and explain your changes.',
      ),
    },
    writeTests: {
      title: vscode.l10n.t('Write Tests'),
      text: vscode.l10n.t('Write tests for this code.'),
    },
    document: {
      title: vscode.l10n.t('Document Code'),
      text: vscode.l10n.t('Write documentation comments for this code.'),
    },
  };
}

/** The question of a command, by its ID without `parley.`, about code or about plain text. */
export function questionNamed(name: string, isPlainText: boolean): Question | undefined {
  const question = Object.entries(questions()).find(([known]) => known === name)?.[1];
  return question && isPlainText && name === 'explain'
    ? { ...question, text: vscode.l10n.t('Explain this text.') }
    : question;
}

/** The commands that are about code only, not about other text, such as that of the output panel. */
export const codeCommands: ReadonlySet<string> = new Set([
  'fix',
  'improve',
  'writeTests',
  'document',
  'translate',
  'rewrite',
]);

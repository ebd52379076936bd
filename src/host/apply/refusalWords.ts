import * as vscode from 'vscode';
import type { RefusalReason } from '../../apply/plan/blockPlan.ts';

/**
 * Why a block is not applied, and what helps, if anything does. `file` is the one that it is for, and `name` what the reason is
 * about.
 */
export function refusalWords(reason: RefusalReason, file = '', name = ''): string {
  return words[reason](file, name);
}

/** The places are too many, or none is certain; what was tried does not help the user. */
function unclearPlace(file: string): string {
  return vscode.l10n.t(
    'The place of this code block in {0} is unclear. Ask for the lines next to it as well.',
    file,
  );
}

const words: Readonly<Record<RefusalReason, (file: string, name: string) => string>> = {
  incomplete: () =>
    vscode.l10n.t('The code block is not complete. Continue or regenerate the reply.'),
  shell: () => vscode.l10n.t('The code block has commands for a terminal.'),
  output: () => vscode.l10n.t('The code block has the output of a program.'),
  empty: () => vscode.l10n.t('The code block is empty.'),
  several: () =>
    vscode.l10n.t('The reply has several code blocks, and it is not clear which one to use.'),
  prose: () => vscode.l10n.t('The model replied with text instead of code.'),
  masked: () =>
    vscode.l10n.t(
      'Something in the code was masked or removed before it was sent, so the reply does not fit.',
    ),
  markers: () =>
    vscode.l10n.t('The change markers in this code block are incomplete or out of order.'),
  rename: () => vscode.l10n.t('The code block renames a file, which Apply does not do.'),
  nothing: () => vscode.l10n.t('The code block changes nothing.'),
  notFound: (file) =>
    vscode.l10n.t('{0} does not have the lines that this code block changes.', file),
  place: unclearPlace,
  indent: (file) =>
    vscode.l10n.t('The indentation of this code block cannot be matched to that of {0}.', file),
  signs: (file) =>
    vscode.l10n.t(
      'This code block has characters that only look like those in {0}, such as typographic quotes.',
      file,
    ),
  changed: (file) =>
    vscode.l10n.t('{0} was changed at this place after the message was sent.', file),
  overlap: (file) =>
    vscode.l10n.t('Two changes in this code block affect the same lines of {0}.', file),
  large: (file) => vscode.l10n.t('{0} or the code block is too large.', file),
  new: (file, name) =>
    name === ''
      ? unclearPlace(file)
      : vscode.l10n.t(
          'This code block does not show where “{1}” belongs in {0}. Ask for the lines next to it as well.',
          file,
          name,
        ),
  unlike: (file, name) =>
    vscode.l10n.t('“{1}” in {0} has nothing else in common with this code block.', file, name),
  renamed: (file, name) =>
    vscode.l10n.t(
      'This code block may give the section “{1}” of {0} another heading. If so, change the heading in the file first.',
      file,
      name,
    ),
  moved: (file) =>
    vscode.l10n.t(
      'The parts of this code block are in a different order than in {0}. Ask for each part in a code block of its own.',
      file,
    ),
  missing: (file, name) =>
    vscode.l10n.t(
      '“{1}” of {0} is not complete in this code block. Ask for all of its lines.',
      file,
      name,
    ),
  overloaded: (file, name) =>
    vscode.l10n.t(
      '{0} has “{1}” more than once, and it is unclear which one this code block replaces.',
      file,
      name,
    ),
  elision: (file) =>
    vscode.l10n.t(
      'It is unclear which lines of {0} this code block leaves out. Ask for all lines.',
      file,
    ),
  syntax: (file) =>
    vscode.l10n.t('{0} would have syntax errors afterwards, or the code block has some.', file),
  duplicate: (file, name) => vscode.l10n.t('{0} would have “{1}” twice.', file, name),
  imports: (file) =>
    vscode.l10n.t('It is unclear how this code block changes the imports of {0}.', file),
  conflict: (file) => vscode.l10n.t('{0} has a merge conflict. Resolve it first.', file),
  data: (file) =>
    vscode.l10n.t(
      '{0} contains data. Only changes that quote whole lines are applied to it. Ask for a diff.',
      file,
    ),
  exists: (file) => vscode.l10n.t('This code block creates {0}, which already exists.', file),
  notebook: (file) =>
    vscode.l10n.t(
      '{0} is a notebook. Use Insert at Cursor or Replace Selection in one of its cells.',
      file,
    ),
  minified: (file) => vscode.l10n.t('{0} is minified.', file),
  encoding: (file) =>
    vscode.l10n.t(
      '{0} contains bytes that are not valid text in the encoding that VS Code uses for it. Reopen it with another encoding first.',
      file,
    ),
};

import * as l10n from '@vscode/l10n';
import { visibleText } from '../visibleText.ts';
import type { ContextItem } from './conversation.ts';

/**
 * What an item that is not of a file is called, in the display language. Its path is a name in English, since the
 * service reads it, too. Undefined for what has a path.
 */
export function contextTitle({
  kind,
  path,
}: Pick<ContextItem, 'kind' | 'path'>): string | undefined {
  switch (kind) {
    case 'clipboard':
      return l10n.t('Clipboard');
    case 'terminal':
      return path === 'terminal selection'
        ? l10n.t('Terminal selection')
        : l10n.t('Terminal command');
    case 'test':
      return l10n.t('Failed test');
    case 'search':
      return l10n.t('Search results');
    case 'diff':
      return visibleText(changesTitle(path));
    default:
      return undefined;
  }
}

const commit = 'commit ';
const since = 'changes since ';

/** What changes are called. The names of branches have no spaces, so that a repository is what follows “in”. */
function changesTitle(path: string): string {
  if (path.startsWith(commit)) {
    return l10n.t('Commit {0}', path.slice(commit.length));
  }
  const [changes = '', ...repository] = path.split(' in ');
  const title = whichTitle(changes);
  return title === undefined
    ? path
    : repository.length === 0
      ? title
      : l10n.t('{0} in {1}', title, repository.join(' in '));
}

function whichTitle(changes: string): string | undefined {
  switch (changes) {
    case 'staged changes':
      return l10n.t('Staged Changes');
    case 'changes that are not staged':
      return l10n.t('Changes That Are Not Staged');
    default:
      return changes.startsWith(since)
        ? l10n.t('Changes since {0}', changes.slice(since.length))
        : undefined;
  }
}

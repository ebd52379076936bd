import {
  type ContextRegistry,
  createContextRegistry,
} from '../../context/registry/contextRegistry.ts';
import { createWorkspaceFiles } from '../../context/files/workspaceFiles.ts';
import { cellSource } from '../../context/sources/cells.ts';
import { clipboardSource } from '../../context/sources/clipboard.ts';
import { filesSource, openEditorsSource } from '../../context/sources/files.ts';
import { folderSource } from '../../context/sources/folder.ts';
import { searchSource } from '../../context/sources/search.ts';
import { allSelectionsSource, selectionSource } from '../../context/sources/selections.ts';
import { symbolSource } from '../../context/sources/symbol.ts';
import { problemSource } from '../../editorQuestions/problems/problemSource.ts';
import type { ShellCommands } from '../../editorQuestions/terminal/shellCommands.ts';
import { terminalSource } from '../../editorQuestions/terminal/terminalItems.ts';
import { changesSource } from '../../git/changesSource.ts';
import { instructionsSource } from '../../instructions/instructionsSource.ts';

/** What the sources of other rooms need. */
export interface ContextServices {
  readonly shellCommands: Pick<ShellCommands, 'all'>;
}

/** Everything that can be attached to messages, from all rooms, in the order of "Add to Chat". */
export function contextSources({ shellCommands }: ContextServices): ContextRegistry {
  return createContextRegistry(
    [
      filesSource,
      folderSource,
      openEditorsSource,
      selectionSource,
      allSelectionsSource,
      symbolSource,
      cellSource,
      problemSource,
      terminalSource(shellCommands),
      searchSource,
      changesSource,
      clipboardSource,
      instructionsSource,
    ],
    createWorkspaceFiles(),
  );
}

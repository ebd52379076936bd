import { type ContextRegistry, createContextRegistry } from './context/contextRegistry.ts';
import { clipboardSource } from './context/sources/clipboard.ts';
import { filesSource } from './context/sources/files.ts';
import { openEditorsSource } from './context/sources/openEditors.ts';
import { allSelectionsSource, selectionSource } from './context/sources/selections.ts';
import { createWorkspaceFiles } from './context/workspaceFiles.ts';
import { instructionsSource } from './instructions/instructionsSource.ts';

/** Everything that can be attached to messages, from all rooms, in the order of "Add to Chat". */
export function contextSources(): ContextRegistry {
  return createContextRegistry(
    [
      filesSource,
      openEditorsSource,
      selectionSource,
      allSelectionsSource,
      clipboardSource,
      instructionsSource,
    ],
    createWorkspaceFiles(),
  );
}

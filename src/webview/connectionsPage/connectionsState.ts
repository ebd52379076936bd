import type { ConnectionItem, TestResult } from '../../shared/connectionsPage/protocol.ts';
import type { Editor } from './connectionEditor.ts';

/** What the page shows. */
export interface ConnectionsState {
  /** Missing until the host has told. */
  readonly items?: readonly ConnectionItem[];
  /** The open forms by the ref of what they edit. */
  readonly editors: ReadonlyMap<string, Editor>;
  /** The last test of each form or row; `running` while it is under way. */
  readonly tests: ReadonlyMap<string, TestResult | 'running'>;
  /** The item that was removed last, as long as that can be undone. */
  readonly removed?: ConnectionItem | undefined;
  /** What went wrong last. */
  readonly failure?: string | undefined;
}

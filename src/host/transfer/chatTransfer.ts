import type { Conversation } from '../../shared/conversation/conversation.ts';
import { exportChats, exportChosenChats, type ExportServices } from './exportChats.ts';
import { importChats, type ImportServices } from './importChats.ts';

/** What exports and imports act on. */
export interface TransferServices {
  readonly exports: ExportServices;
  readonly imports: ImportServices;
}

/** Exports and imports chats. Each function asks the user what is needed, and throws what the file system throws. */
export interface ChatTransfer {
  /** Exports the chats with these ids. */
  readonly exportChats: (ids: readonly string[]) => Promise<void>;
  /** Lets the user choose the chats; `current` is chosen at first. */
  readonly exportChosenChats: (current: Conversation) => Promise<void>;
  readonly importChats: () => Promise<void>;
}

/** The whole of export and import, for a bundle of its own. */
export function chatTransfer({ exports, imports }: TransferServices): ChatTransfer {
  return {
    exportChats: async (ids) => exportChats(ids, exports),
    exportChosenChats: async (current) => exportChosenChats(current, exports),
    importChats: async () => importChats(imports),
  };
}

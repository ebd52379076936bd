import type { ChatTransfer } from '../history/start/startHistory.ts';
import { exportChats, exportChosenChats, type ExportServices } from './exportChats.ts';
import { importChats, type ImportServices } from './importChats.ts';

/** What exports and imports act on. */
export interface TransferServices {
  readonly exports: ExportServices;
  readonly imports: ImportServices;
}

/** The whole of export and import, for a bundle of its own. */
export function chatTransfer({ exports, imports }: TransferServices): ChatTransfer {
  return {
    exportChats: async (ids) => exportChats(ids, exports),
    exportChosenChats: async (current) => exportChosenChats(current, exports),
    importChats: async () => importChats(imports),
  };
}

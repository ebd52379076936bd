/**
 * What only some windows ever need, and those only once the user asks for it: the entry of a bundle
 * that is loaded then (see `loadLater.ts`).
 */
export { createDemoService } from '../demo/service.ts';
export { createAskingFlows } from './askingFlows.ts';
export { askForTitle } from './askForTitle.ts';
export { ConnectionsPage } from './connectionsPage.ts';
export { exportAllChats, exportChosenChats, exportConversations } from './exportChats.ts';
export { createHistoryActions } from './historyActions.ts';
export { importChats } from './importChats.ts';
export { forgetKey, setKey, testConnection } from './keyCommands.ts';
export { createLookInto } from './lookIntoFailure.ts';
export { moveChats } from './moveChats.ts';
export { offerUndo } from './removeConversation.ts';
export { showHistory } from './showHistory.ts';
export { checkFolder } from './storeFolderOffers.ts';

import * as vscode from 'vscode';
import type { Command } from '../../base/commands.ts';
import type { AdjustmentMemory } from '../../chat/requestAdjustments.ts';
import type { TargetQuestion } from '../../chat/chatTarget.ts';
import type { Connection } from '../../connections/connection.ts';
import { forgetKey, setKey } from '../../connections/connecting/keyFlows.ts';
import type { Keys } from '../../connections/consents/consents.ts';
import type { ServiceClients } from '../../connections/clients/serviceClients.ts';
import { askedFrom } from '../panel.ts';
import type { Panels } from '../panels.ts';

/** What the commands act on. */
interface TargetCommandServices {
  readonly panels: Panels;
  readonly clients: ServiceClients;
  readonly keys: Keys;
  readonly adjustments: Pick<AdjustmentMemory, 'forget'>;
}

/** The commands on the target of the active panel's chat: its connection, model and API key. */
export function targetCommands({ panels, clients, keys, adjustments }: TargetCommandServices) {
  const ask = (question: TargetQuestion) => async () =>
    askedFrom(panels.active, async () => panels.active.chat.target.ask(question));
  // After connecting, users usually write a message.
  const connecting = (question: TargetQuestion) => async () => {
    const panel = panels.active;
    await panel.chat.target.ask(question);
    await panel.reveal();
  };
  const withConnection = (act: (connection: Connection) => Promise<unknown>) => async () =>
    askedFrom(panels.active, async () => {
      const { target } = panels.active.chat;
      if (target.current() === undefined) {
        await target.ask('connect');
      }
      const chosen = target.current();
      if (chosen !== undefined) {
        await act(chosen.connection);
      }
    });
  return {
    'parley.chooseModel': ask('chooseModel'),
    'parley.connect': connecting('connect'),
    // What the clipboard holds is in the first row.
    'parley.connectFromClipboard': connecting('connect'),
    'parley.useLocalServer': connecting('useLocalServer'),
    'parley.tryDemo': async () => {
      const panel = panels.active;
      await panel.chat.target.tryDemo();
      await panel.reveal();
    },
    'parley.setKey': withConnection(async (connection) => setKey(connection, { clients, keys })),
    'parley.forgetKey': withConnection(async (connection) => forgetKey(connection, keys)),
    'parley.forgetRequestChanges': () => {
      const target = panels.active.chat.target.current();
      if (target !== undefined) {
        adjustments.forget(target);
        const words = vscode.l10n.t('All fields are sent as configured again.');
        vscode.window.setStatusBarMessage(words, 5000);
      }
    },
    // What offers a connection to VS Code is a switch in its form.
    'parley.manageLanguageModels': async () => {
      await vscode.commands.executeCommand('parley.manageConnections');
    },
    'parley.openSettings': async () => {
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: 'parley.connections', edit: true },
      });
    },
  } satisfies Record<string, Command>;
}

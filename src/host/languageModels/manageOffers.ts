import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { modelCount } from '../base/phrases.ts';
import { labelText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import { entryRefs, idRef, readConnections } from '../connections/connectionSettings.ts';
import type { LanguageModelServices } from './services.ts';

interface Row extends vscode.QuickPickItem {
  /** Missing for a separator. */
  readonly act?: () => Thenable<unknown>;
  /** Whether the list is shown again afterwards. */
  readonly isSwitch?: boolean;
}

/** Lets the user switch for each connection whether its favourites are offered, and leads to the log. */
export async function manageOffers(
  services: Pick<LanguageModelServices, 'models' | 'offers' | 'updateConnections'>,
): Promise<void> {
  for (let isOpen = true; isOpen;) {
    const rows = [...readConnections().map((one) => switchRow(one, services)), ...otherRows()];
    const picked = await vscode.window.showQuickPick(rows, {
      title: vscode.l10n.t('Models for VS Code and Other Extensions'),
      placeHolder: vscode.l10n.t('Choose a connection to switch it on or off'),
    });
    await picked?.act?.();
    isOpen = picked?.isSwitch === true;
  }
}

function switchRow(
  connection: Connection,
  {
    models,
    offers,
    updateConnections,
  }: Pick<LanguageModelServices, 'models' | 'offers' | 'updateConnections'>,
): Row {
  const { id, name, offerToVSCode } = connection;
  const isOn = offerToVSCode === true && offers.isConfirmed(connection);
  const { length } = models.memory.of(connection).favourites;
  return {
    label: `$(${isOn ? 'check' : 'circle-large-outline'}) ${labelText(name)}`,
    description: isOn ? vscode.l10n.t('on') : vscode.l10n.t('off'),
    detail:
      length === 0
        ? vscode.l10n.t('No favourite models yet. Only favourites are offered.')
        : vscode.l10n.t('Favourites: {0}', modelCount(length)),
    isSwitch: true,
    async act() {
      if (isOn || (await offers.confirm(connection))) {
        await updateConnections((stored) => withOffer(stored, idRef(id), !isOn));
      }
    },
  };
}

/** The list with the switch of the entry `ref` on or off. */
function withOffer(stored: readonly unknown[], ref: string, isOn: boolean): readonly unknown[] {
  const index = entryRefs(stored).indexOf(ref);
  const entry = stored[index];
  if (!isRecord(entry)) {
    return stored;
  }
  const { offerToVSCode: _before, ...others } = entry;
  return stored.with(index, isOn ? { ...others, offerToVSCode: true } : others);
}

function commandRow(icon: string, label: string, command: string): Row {
  return {
    label: `$(${icon}) ${label}`,
    act: () => vscode.commands.executeCommand(command),
  };
}

function otherRows(): readonly Row[] {
  return [
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    commandRow('star-empty', vscode.l10n.t('Choose Favourite Models'), 'parley.chooseModel'),
    commandRow('output', vscode.l10n.t('Show Log'), 'parley.showLog'),
    commandRow('graph', vscode.l10n.t('Show Costs'), 'parley.showCosts'),
    commandRow('gear', vscode.l10n.t('Manage Connections'), 'parley.manageConnections'),
  ];
}

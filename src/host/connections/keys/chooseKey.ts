import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import { askInput, onAccepted } from '../../base/quickInput.ts';
import { labelText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { updateConnections, withKeyRenamed } from '../connectionSettings.ts';
import { keySourceProblem } from '../keySources/keySourceProblem.ts';
import type { ServiceClients } from '../serviceClients.ts';
import { askKey } from './askKey.ts';
import type { KeyStore } from './keyStore.ts';

/** The key that the user has chosen for a connection. */
interface ChosenKey {
  /** Missing for the key without a name. */
  readonly keyFrom: KeySource | undefined;
}

interface KeyItem extends vscode.QuickPickItem {
  readonly pick: 'add' | ChosenKey;
}

/** What the user does in the list of keys. */
type KeyAct =
  | { readonly kind: 'pick'; readonly item: KeyItem }
  | { readonly kind: 'rename' | 'delete'; readonly name: string };

/**
 * Lets the user choose one of the keys of a connection's origin, add one, or rename and delete those with a name.
 * Gives `undefined` if the user closes the list. The list has names only.
 */
export async function chooseKey(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<ChosenKey | undefined> {
  const { origin } = serviceAddress(connection.baseUrl);
  for (;;) {
    const act = await showKeys(connection, origin, keys);
    switch (act?.kind) {
      case undefined:
        return undefined;
      case 'rename':
        await renameKey(act.name, origin, keys);
        break;
      case 'delete':
        if (await confirmsDeletion(origin, act.name)) {
          await keys.forget(origin, act.name);
        }
        break;
      case 'pick': {
        const chosen =
          act.item.pick === 'add' ? await addKey(connection, origin, clients, keys) : act.item.pick;
        if (chosen !== undefined) {
          return chosen;
        }
      }
    }
  }
}

/** Asks whether to delete a key, the one with this name if there is one. */
export async function confirmsDeletion(origin: string, name?: string): Promise<boolean> {
  const remove = vscode.l10n.t('Delete');
  const answer = await vscode.window.showWarningMessage(
    name === undefined
      ? vscode.l10n.t('Delete the API key for {0}?', origin)
      : vscode.l10n.t('Delete the API key “{0}” for {1}?', name, origin),
    { modal: true },
    remove,
  );
  return answer === remove;
}

async function showKeys(
  connection: Connection,
  origin: string,
  keys: KeyStore,
): Promise<KeyAct | undefined> {
  const rename = button('edit', vscode.l10n.t('Rename…'));
  const remove = button('trash', vscode.l10n.t('Delete'));
  const picker = vscode.window.createQuickPick<KeyItem>();
  picker.title = vscode.l10n.t('API Keys for {0}', origin);
  picker.placeholder = vscode.l10n.t('Choose the API key for {0}', labelText(connection.name));
  picker.items = keyItems(connection, origin, keys, [rename, remove]);
  try {
    return await new Promise((resolve) => {
      onAccepted(picker, (item) => resolve({ kind: 'pick', item }));
      picker.onDidTriggerItemButton(({ button: pressed, item }) => {
        if (item.pick !== 'add' && item.pick.keyFrom?.kind === 'stored') {
          const { name } = item.pick.keyFrom;
          resolve({ kind: pressed === rename ? 'rename' : 'delete', name });
        }
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function keyItems(
  { keyFrom }: Connection,
  origin: string,
  keys: KeyStore,
  buttons: readonly vscode.QuickInputButton[],
): readonly KeyItem[] {
  const current = keyFrom?.kind === 'stored' ? keyFrom.name : undefined;
  const isOutside = keyFrom !== undefined && current === undefined;
  return [
    {
      label: checked(vscode.l10n.t('Default Key'), current === undefined && !isOutside),
      description: keys.hadKey(origin) ? '' : vscode.l10n.t('none saved'),
      pick: { keyFrom: undefined },
    },
    ...keys.names(origin).map((name) => ({
      label: checked(labelText(name), name === current),
      buttons,
      pick: { keyFrom: { kind: 'stored', name } } as const,
    })),
    { label: `$(add) ${vscode.l10n.t('Add API Key…')}`, alwaysShow: true, pick: 'add' },
  ];
}

function checked(label: string, isCurrent: boolean): string {
  return isCurrent ? `$(check) ${label}` : label;
}

async function addKey(
  connection: Connection,
  origin: string,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<ChosenKey | undefined> {
  const name = await askName(vscode.l10n.t('Add API Key for {0}', origin), '', origin, keys);
  if (name === undefined) {
    return undefined;
  }
  const keyFrom = { kind: 'stored', name } as const;
  const answer = await askKey({ ...connection, keyFrom }, clients, keys);
  return answer === undefined ? undefined : { keyFrom };
}

/** The connections that use the key are changed as well. */
async function renameKey(name: string, origin: string, keys: KeyStore): Promise<void> {
  const key = await keys.get(origin, name);
  const to = await askName(vscode.l10n.t('Rename API Key “{0}”', name), name, origin, keys);
  if (to === undefined || to === name || key === undefined) {
    return;
  }
  await keys.set(origin, key, to);
  await updateConnections((all) => withKeyRenamed(all, origin, name, to));
  await keys.forget(origin, name);
}

async function askName(
  title: string,
  value: string,
  origin: string,
  keys: KeyStore,
): Promise<string | undefined> {
  return askInput<string>({
    title,
    value,
    prompt: vscode.l10n.t(
      'Enter a name for the key, such as “Work”. The name is stored in your settings.',
    ),
    check: async (typed) => {
      const name = typed.trim();
      const isTaken = name !== value && keys.names(origin).includes(name);
      const problem = isTaken
        ? vscode.l10n.t('There is already an API key with this name.')
        : keySourceProblem({ kind: 'stored', name });
      return problem === undefined ? { result: name } : { problem };
    },
  });
}

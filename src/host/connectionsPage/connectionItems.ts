import * as vscode from 'vscode';
import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type { ConnectionItem } from '../../shared/connectionsPage/protocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { entryRefs, readConnectionEntries } from '../connections/connection.ts';
import { draftOf } from '../connections/readDraft.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { Keys } from '../connections/consents/keys.ts';
import { draftKey, keyFact } from './keyCheck.ts';

/** The list that the page shows: one item for each entry of the setting, usable or not. Sends no request. */
export async function connectionItems(
  stored: readonly unknown[],
  keys: Keys,
  catalogue?: Pick<ModelCatalogue, 'peek'>,
): Promise<readonly ConnectionItem[]> {
  const refs = entryRefs(stored);
  const items = readConnectionEntries(stored).map(async (entry, index) => {
    const draft = draftOf(stored[index]);
    const { connection } = 'connection' in entry ? entry : {};
    return {
      ref: refs[index] ?? '',
      name: 'connection' in entry ? entry.connection.name : entry.name,
      draft,
      address: shownAddress(draft.baseUrl ?? ''),
      facts: factsOf(draft, keyFact(await draftKey(draft, '', keys))),
      problem: 'problem' in entry ? entry.problem : undefined,
      models: connection && catalogue?.peek(connection)?.models.map(({ id }) => id),
    };
  });
  return Promise.all(items);
}

function factsOf({ model = '', mode = '', offerToVSCode = '' }: FieldTexts, key: string): string {
  return [
    model === '' ? vscode.l10n.t('no default model') : visibleText(model),
    key,
    ...(mode === '' ? [] : [vscode.l10n.t('standard mode')]),
    ...(offerToVSCode === '' ? [] : [vscode.l10n.t('models offered to VS Code')]),
  ].join(' · ');
}

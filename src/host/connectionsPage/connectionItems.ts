import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import { readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import type { ConnectionItem, KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { readConnectionEntries } from '../connections/connection.ts';
import { draftOf } from '../connections/connectionDraft.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import { entryRefs } from '../connections/connectionSettings.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { Keys } from '../connections/keySources/keys.ts';

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
      address: shownAddress(draft.baseUrl),
      problem: 'problem' in entry ? entry.problem : undefined,
      key: await keyStatus(draft, keys),
      models: connection && catalogue?.peek(connection)?.models.map(({ id }) => id),
    };
  });
  return Promise.all(items);
}

/** Whether the key of a draft is there, wherever it comes from. */
export async function keyStatus(
  { baseUrl, keyFrom }: ConnectionDraft,
  keys: Keys,
): Promise<KeyStatus> {
  const origin = originOf(baseUrl);
  const { kind, text } = readKeyText(keyFrom);
  const name = kind === 'stored' ? text.trim() : undefined;
  const variable = kind === 'environment' ? text.trim() : '';
  const known = {
    origin,
    isBrowser: keys.sources.isHere('command') ? undefined : true,
    names: origin === undefined ? undefined : keys.names(origin),
    isSet: variable === '' ? undefined : keys.sources.isSet(variable),
  };
  const isStored = (kind === '' || kind === 'stored') && name !== '';
  if (origin === undefined || !isStored) {
    return { ...known, state: 'none' };
  }
  const isThere = (await keys.get(origin, name)) !== undefined;
  return { ...known, state: isThere ? 'kept' : keys.hadKey(origin, name) ? 'lost' : 'none' };
}

function originOf(baseUrl: string): string | undefined {
  try {
    return serviceAddress(baseUrl).origin;
  } catch {
    return undefined;
  }
}

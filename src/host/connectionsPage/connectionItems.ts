import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  DraftCheck,
  DraftProposal,
  KeyStatus,
} from '../../shared/connectionsPage/protocol.ts';
import { isString } from '../../shared/guards.ts';
import { proposalFor } from '../../service/proposal.ts';
import {
  type RequestPaths,
  serviceAddress,
  type ServiceAddress,
} from '../../service/serviceAddress.ts';
import { readConnectionEntries } from '../connections/connection.ts';
import { draftOf, readDraft, readHeaders, readPaths } from '../connections/connectionDraft.ts';
import { readKeyDraft } from '../connections/keySources/keyDraft.ts';
import { headerKey, keyProblems } from './headerKeys.ts';
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
    return {
      ref: refs[index] ?? '',
      name: 'connection' in entry ? entry.connection.name : entry.name,
      draft,
      address: shownAddress(draft.baseUrl),
      problem: 'problem' in entry ? entry.problem : undefined,
      key: await keyStatus(draft, keys),
      models:
        'connection' in entry
          ? catalogue?.peek(entry.connection)?.models.map(({ id }) => id)
          : undefined,
    };
  });
  return Promise.all(items);
}

/** What the page shows about a draft while the user types: problems, the address, the key's status. */
export async function draftCheck(draft: ConnectionDraft, keys: Keys): Promise<DraftCheck> {
  const { problems } = readDraft(draft, 'draft');
  const address = addressOf(draft.baseUrl);
  const requests = addressOf(draft.baseUrl, readPaths(draft));
  const key = await keyStatus(draft, keys);
  return {
    problems: {
      ...problems,
      ...(address && keyProblems(draft, await knownKeys(address.origin, keys))),
    },
    base: address?.base,
    requests: requests && {
      models: requests.modelsUrl,
      chatCompletions: requests.chatCompletionsUrl,
    },
    proposal: draftProposal(draft),
    keyHeader: headerKey(draft, key)?.index,
    key,
  };
}

/** All keys that are stored for an origin, and those that came from elsewhere in this window. */
async function knownKeys(origin: string, keys: Keys): Promise<readonly string[]> {
  const names = [undefined, ...keys.names(origin)];
  const stored = await Promise.all(names.map(async (name) => keys.get(origin, name)));
  return [...stored.filter(isString), ...keys.sources.used()];
}

function draftProposal(draft: ConnectionDraft): DraftProposal | undefined {
  const { baseUrl } = draft;
  const proposal = proposalFor({
    baseUrl,
    keyFrom: readKeyDraft(draft.keyFrom),
    headers: readHeaders(draft.headers),
    paths: readPaths(draft),
  });
  return (
    proposal && {
      ...proposal,
      headers: Object.entries(proposal.headers).map(([name, value]) => ({ name, value })),
    }
  );
}

/** Where the key of a draft comes from, and whether it is there. */
export async function keyStatus(
  { baseUrl, keyFrom: { kind, text } }: ConnectionDraft,
  keys: Keys,
): Promise<KeyStatus> {
  const origin = addressOf(baseUrl)?.origin;
  const source = kind === 'typed' ? undefined : kind;
  const isBrowser = keys.sources.isHere('command') ? undefined : true;
  const names = origin === undefined ? undefined : keys.names(origin);
  const known = { origin, source, isBrowser, names };
  if (source !== undefined && source !== 'stored') {
    const variable = text.trim();
    const isSet =
      source === 'environment' && variable !== '' ? keys.sources.isSet(variable) : undefined;
    return { ...known, state: 'none', isSet };
  }
  const name = source && text.trim();
  if (origin === undefined || name === '') {
    return { ...known, state: 'none', name };
  }
  const isThere = (await keys.get(origin, name)) !== undefined;
  return { ...known, name, state: isThere ? 'kept' : keys.hadKey(origin, name) ? 'lost' : 'none' };
}

/** The address, or `undefined` if requests cannot be sent there. */
function addressOf(baseUrl: string, paths?: RequestPaths): ServiceAddress | undefined {
  try {
    return serviceAddress(baseUrl, paths);
  } catch {
    return undefined;
  }
}

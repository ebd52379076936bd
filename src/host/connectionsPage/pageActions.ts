import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { otherForm, serviceAddress } from '../../service/serviceAddress.ts';
import { withoutModelList } from '../../service/proposal.ts';
import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionsPageToHost,
  HostToConnectionsPage,
  TestResult,
} from '../../shared/connectionsPage/protocol.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { Redactor } from '../base/redactor.ts';
import {
  entryRefs,
  findConnection,
  idOfRef,
  idRef,
  updateConnections,
  withDuplicate,
  withMoved,
  withRemoved,
  withRestored,
  withSaved,
} from '../connections/connectionSettings.ts';
import type { Connection } from '../connections/connection.ts';
import { readDraft } from '../connections/connectionDraft.ts';
import { readKeyDraft } from '../connections/keySources/keyDraft.ts';
import { keySourceProblem } from '../connections/keySources/keySourceProblem.ts';
import { forgetKey, setKey } from '../connections/keys/keyFlows.ts';
import { headerSecrets } from '../connections/keys/knownSecrets.ts';
import type { Keys } from '../connections/keySources/keys.ts';
import { sayIfPlainHeaders } from '../connections/keys/plainSecrets.ts';
import { mayTravelInClear } from '../connections/keys/unencrypted.ts';
import { sentRequests } from '../connections/sentRequests.ts';
import type { OfferConsent } from '../connections/offerConsent.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import { isListMissing, withServiceWords } from '../connections/listFailure.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Models } from '../models/models.ts';
import { draftCheck, keyStatus } from './connectionItems.ts';
import { headerKey } from './headerKeys.ts';

/** What the page uses of the rest of Parley. */
export interface PageServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
  readonly models: Pick<Models, 'catalogue'>;
  readonly redactor: Redactor;
  readonly offers: Pick<OfferConsent, 'confirm'>;
  readonly chats: PageChats;
}

/** The chats, as far as the page has to do with them. */
interface PageChats {
  /** The ID of the connection to which the messages of the current chat are sent. */
  readonly inUse: () => string | undefined;
  /** Shows a new chat with this connection. */
  readonly newChat: (connection: Connection) => Promise<void>;
  /** Fire after `inUse` may have changed. */
  readonly onDidChange: readonly vscode.Event<void>[];
}

/** The open page, as its actions see it. */
interface PageChannel {
  /** Does nothing once the page is closed. */
  readonly post: (message: HostToConnectionsPage) => void;
  /** Posts the connections that the settings contain now. */
  readonly showItems: () => Promise<void>;
  /** Aborts when the page is closed. */
  readonly closed: AbortSignal;
}

/** What the page asks for. `openForms` is not among it: it concerns the next page. */
type PageAction = Exclude<ConnectionsPageToHost, { readonly kind: 'openForms' }>;

/** Carries out what the user does on one open page. */
export class PageActions {
  readonly #services: PageServices;
  readonly #page: PageChannel;
  /** The entry of the setting that was removed last, and its index, for the undo button. */
  #removed: { readonly index: number; readonly entry: unknown } | undefined;

  constructor(services: PageServices, page: PageChannel) {
    this.#services = services;
    this.#page = page;
  }

  /** Throws if the settings or the secret storage cannot be written. */
  async carryOut(action: PageAction): Promise<void> {
    switch (action.kind) {
      case 'ready':
        return this.#page.showItems();
      case 'check':
        return this.#check(action.ref, action.revision, action.draft);
      case 'save':
        return this.#save(action.ref, action.draft);
      case 'test':
        return this.#test(action.ref, action.draft);
      case 'setKey':
      case 'forgetKey':
        return this.#changeKey(action.kind, action.ref, action.draft);
      case 'moveKey':
        return this.#moveKey(action.ref, action.draft);
      case 'newChat':
        return this.#newChat(action.ref);
      case 'diagnose':
        await vscode.commands.executeCommand('parley.diagnoseConnection', idOfRef(action.ref));
        return;
      case 'duplicate':
        return updateConnections((all) => withDuplicate(all, action.ref, crypto.randomUUID()));
      case 'moveUp':
        return updateConnections((all) => withMoved(all, action.ref, -1));
      case 'moveDown':
        return updateConnections((all) => withMoved(all, action.ref, 1));
      case 'remove':
        return this.#remove(action.ref);
      case 'undoRemove':
        return this.#undoRemove();
      case 'openSettings':
      case 'connect':
        await vscode.commands.executeCommand(`parley.${action.kind}`);
    }
  }

  async #check(ref: string, revision: number, draft: ConnectionDraft): Promise<void> {
    const check = await draftCheck(draft, this.#services.keys);
    this.#page.post({ kind: 'checked', ref, revision, check });
  }

  async #save(ref: string, draft: ConnectionDraft): Promise<void> {
    const id = idOfRef(ref) ?? crypto.randomUUID();
    const { keys, offers } = this.#services;
    const { connection } = readDraft(draft, id);
    const { problems } = await draftCheck(draft, keys);
    const isRight = connection !== undefined && Object.keys(problems).length === 0;
    // The user confirms that its models are offered from now on.
    if (isRight && (connection.offerToVSCode !== true || (await offers.confirm(connection)))) {
      const before = headerSecrets();
      await updateConnections((all) => withSaved(all, ref, connection));
      sayIfPlainHeaders(connection, before);
      const { origin } = serviceAddress(connection.baseUrl);
      if ((await keys.get(origin)) !== undefined) {
        await keys.bind(id, origin);
      }
      await this.#page.showItems();
      this.#page.post({ kind: 'saved', ref, savedAs: idRef(id) });
    }
  }

  async #test(ref: string, draft: ConnectionDraft): Promise<void> {
    const { connection } = readDraft(draft, idOfRef(ref) ?? crypto.randomUUID());
    const { post, closed } = this.#page;
    const result =
      connection === undefined ? untestable() : await testDraft(connection, this.#services, closed);
    post({ kind: 'tested', ref, result });
  }

  async #newChat(ref: string): Promise<void> {
    const connection = findConnection(idOfRef(ref) ?? '');
    if (connection !== undefined) {
      await this.#services.chats.newChat(connection);
    }
  }

  async #changeKey(
    kind: 'setKey' | 'forgetKey',
    ref: string,
    draft: ConnectionDraft,
  ): Promise<void> {
    const { clients, keys } = this.#services;
    const holder = keyHolder(ref, draft);
    if (holder.keyFrom === undefined || keySourceProblem(holder.keyFrom) === undefined) {
      await (kind === 'setKey' ? setKey(holder, clients, keys) : forgetKey(holder, keys));
    }
    await this.#page.showItems();
  }

  /** Stores the key that is in a header of the draft, for the origin of its address. */
  async #moveKey(ref: string, draft: ConnectionDraft): Promise<void> {
    const { keys } = this.#services;
    const status = await keyStatus(draft, keys);
    const found = headerKey(draft, status);
    if (
      found !== undefined &&
      status.origin !== undefined &&
      (await mayTravelInClear(status.origin))
    ) {
      await keys.set(status.origin, found.key);
      this.#page.post({ kind: 'keyMoved', ref, index: found.index, value: found.value });
    }
  }

  async #remove(ref: string): Promise<void> {
    await updateConnections((all) => {
      const index = entryRefs(all).indexOf(ref);
      this.#removed = index < 0 ? undefined : { index, entry: all[index] };
      return withRemoved(all, ref);
    });
  }

  async #undoRemove(): Promise<void> {
    const removed = this.#removed;
    if (removed !== undefined) {
      await updateConnections((all) => withRestored(all, removed.index, removed.entry));
      this.#removed = undefined;
    }
  }
}

/**
 * The connection to set or forget a key for. Only its address and where its key comes from matter for that, so that
 * it works while other fields of the draft have problems.
 */
function keyHolder(ref: string, draft: ConnectionDraft): Connection {
  const id = idOfRef(ref) ?? crypto.randomUUID();
  const { name, baseUrl } = draft;
  const keyFrom = readKeyDraft(draft.keyFrom);
  const fallback = { id, name: name.trim() === '' ? baseUrl : name, baseUrl, keyFrom };
  return readDraft(draft, id).connection ?? fallback;
}

/** The result of a test of a draft that has problems. */
function untestable(): TestResult {
  return {
    works: false,
    title: vscode.l10n.t('Not tested'),
    happened: vscode.l10n.t('Nothing was sent.'),
    advice: vscode.l10n.t('Correct the marked fields, then test again.'),
  };
}

/** The result of a test whose key the user did not confirm. */
function untested(): TestResult {
  return {
    works: false,
    title: vscode.l10n.t('Not tested'),
    happened: vscode.l10n.t('Nothing was sent.'),
    advice: vscode.l10n.t('Test again and confirm where the API key comes from.'),
  };
}

/** The result of a test that found no model list: the reason is in `happened`. */
function withoutList(happened: string, { baseUrl }: Connection): TestResult {
  const service = withoutModelList(baseUrl);
  const otherAddress = service === undefined ? otherForm(baseUrl) : undefined;
  return {
    works: false,
    title: vscode.l10n.t('No model list'),
    happened,
    advice:
      service === undefined
        ? vscode.l10n.t(
            'Check the address. If it is correct, the service has no model list: enter a model ID, which is not checked until you send a message.',
          )
        : vscode.l10n.t(
            '{0} has no model list at this address. Enter a model ID; it is not checked until you send a message.',
            service,
          ),
    otherAddress,
  };
}

/** The request for a model list that succeeded, and how many models the list has. */
function triedWords(modelsUrl: string, count: number): string {
  return plural(count, {
    one: vscode.l10n.t('GET {0} → 200, {1} model', modelsUrl, formatNumber(count)),
    other: vscode.l10n.t('GET {0} → 200, {1} models', modelsUrl, formatNumber(count)),
  });
}

/** Requests the model list once, which the catalogue keeps, and describes the outcome. */
async function testDraft(
  connection: Connection,
  { clients, keys, models: { catalogue }, redactor }: Omit<PageServices, 'chats'>,
  signal: AbortSignal,
): Promise<TestResult> {
  const { keyFrom } = connection;
  if (
    keyFrom !== undefined &&
    keyFrom.kind !== 'stored' &&
    !(await keys.sources.prepare(connection, keyFrom))
  ) {
    return untested();
  }
  let sent: string | undefined;
  try {
    const client = await clients(connection);
    sent = redactor.redact(sentRequests(client, connection));
    const models = await client.listModels({ signal });
    catalogue.remember(connection, models);
    const { modelsUrl } = serviceAddress(connection.baseUrl, connection.paths);
    const tried = triedWords(modelsUrl, models.length);
    return { works: true, tried, models: models.map(({ id }) => id), sent };
  } catch (error) {
    return { ...failedTest(error, connection, redactor), sent };
  }
}

/** The result of a test whose request for the model list has failed. */
export function failedTest(error: unknown, connection: Connection, redactor: Redactor): TestResult {
  const failure = toReplyError(error, redactor);
  const { title, words, isQuoted, advice, more, folded } = errorCard(failure);
  const request = folded.facts.length > 0 ? ` (${folded.facts.join(' · ')})` : '';
  const said = isQuoted && words !== undefined ? words : undefined;
  const sentence = said === undefined ? failure.message : withServiceWords(failure.message, said);
  const happened = `${sentence}${request}`;
  return isListMissing(error)
    ? withoutList(happened, connection)
    : { works: false, title, happened, advice: withMore(advice, more) };
}

function withMore(advice: string, more: string | undefined): string {
  return more === undefined ? advice : `${advice} ${more}`;
}

import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionsPageToHost,
  HostToConnectionsPage,
  OpenForm,
  TestResult,
} from '../../shared/connectionsPage/protocol.ts';
import type { Redactor } from '../base/log.ts';
import {
  entryRefs,
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
import { forgetKey, setKey } from '../connections/keyFlows.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import { toReplyError } from '../connections/replyError.ts';
import { isListMissing, type ServiceClients } from '../connections/serviceClients.ts';
import type { Models } from '../models/models.ts';
import { draftCheck } from './connectionItems.ts';

/** What the page of connections needs of the rest. */
export interface PageServices extends TestServices {
  readonly keys: KeyStore;
}

/** The page, as those who answer it see it. */
export interface PageLink {
  readonly post: (message: HostToConnectionsPage) => void;
  /** Tells the page what the settings hold now. */
  readonly showItems: () => Promise<void>;
  /** Keeps the forms that are open for a page that is opened after this one. */
  readonly keepForms: (forms: readonly OpenForm[]) => void;
  /** Gives the page the forms that were kept. */
  readonly reopenForms: () => void;
  /** Aborted when the page is closed. */
  readonly closed: AbortSignal;
}

const untestable: TestResult = {
  works: false,
  title: 'Not tested',
  happened: 'Nothing was sent.',
  advice: 'Correct what is marked as wrong, then test again.',
};

/** Carries out what the user wants of the page. */
export class ConnectionsPageActions {
  readonly #services: PageServices;
  readonly #redactor: Redactor;
  readonly #page: PageLink;
  /** The entry that was removed last, with its place. */
  #removed: { readonly index: number; readonly entry: unknown } | undefined;

  constructor(services: PageServices, redactor: Redactor, page: PageLink) {
    this.#services = services;
    this.#redactor = redactor;
    this.#page = page;
  }

  /** Throws what the settings throw when they cannot be written. */
  async carryOut(intent: ConnectionsPageToHost): Promise<void> {
    switch (intent.kind) {
      case 'ready':
        this.#page.reopenForms();
        return this.#page.showItems();
      case 'openForms':
        return this.#page.keepForms(intent.forms);
      case 'check':
        return this.#check(intent.ref, intent.revision, intent.draft);
      case 'save':
        return this.#save(intent.ref, intent.draft);
      case 'test':
        return this.#test(intent.ref, intent.draft);
      case 'setKey':
      case 'forgetKey':
        return this.#changeKey(intent.kind, keyHolder(intent.ref, intent.draft));
      case 'duplicate':
        return updateConnections((all) => withDuplicate(all, intent.ref, crypto.randomUUID()));
      case 'moveUp':
        return updateConnections((all) => withMoved(all, intent.ref, -1));
      case 'moveDown':
        return updateConnections((all) => withMoved(all, intent.ref, 1));
      case 'remove':
        return this.#remove(intent.ref);
      case 'undoRemove':
        return this.#undoRemove();
      case 'openSettings':
        await vscode.commands.executeCommand('parley.openSettings');
    }
  }

  async #changeKey(kind: 'setKey' | 'forgetKey', holder: Connection): Promise<void> {
    const { clients, keys } = this.#services;
    await (kind === 'setKey' ? setKey(holder, clients, keys) : forgetKey(holder, keys));
  }

  async #check(ref: string, revision: number, draft: ConnectionDraft): Promise<void> {
    const check = await draftCheck(draft, this.#services.keys);
    this.#page.post({ kind: 'checked', ref, revision, check });
  }

  async #save(ref: string, draft: ConnectionDraft): Promise<void> {
    const id = idOfRef(ref) ?? crypto.randomUUID();
    const { connection } = readDraft(draft, id);
    if (connection !== undefined) {
      const { keys } = this.#services;
      await updateConnections((all) => withSaved(all, ref, connection));
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
      connection === undefined
        ? untestable
        : await testDraft(connection, this.#services, this.#redactor, closed);
    post({ kind: 'tested', ref, result });
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

/** The connection whose key is meant: only its address counts where other boxes are still wrong. */
function keyHolder(ref: string, draft: ConnectionDraft): Connection {
  const id = idOfRef(ref) ?? crypto.randomUUID();
  const { name, baseUrl } = draft;
  const fallback = { id, name: name.trim() === '' ? baseUrl : name, baseUrl };
  return readDraft(draft, id).connection ?? fallback;
}

/** What a test needs. */
interface TestServices {
  readonly clients: ServiceClients;
  readonly models: Pick<Models, 'catalogue'>;
}

const withoutList =
  'Check the address. If it is right, the service has no list: type the id of a model in the model picker. Whether it replies shows when a message is sent.';

/** Asks the service once for its models and says what was tried and what came of it. */
async function testDraft(
  connection: Connection,
  { clients, models: { catalogue } }: TestServices,
  redactor: Redactor,
  signal: AbortSignal,
): Promise<TestResult> {
  try {
    const models = await (await clients(connection)).listModels({ signal });
    catalogue.remember(connection, models);
    const { modelsUrl } = serviceAddress(connection.baseUrl);
    const tried = `GET ${modelsUrl} → 200, ${models.length} models`;
    return { works: true, tried, models: models.map(({ id }) => id) };
  } catch (error) {
    const { title, happened, said, advice } = errorCard(toReplyError(error, redactor));
    const words = said === undefined ? happened : `${happened} “${said}”`;
    return isListMissing(error)
      ? { works: false, title: 'No model list', happened: words, advice: withoutList }
      : { works: false, title, happened: words, advice };
  }
}

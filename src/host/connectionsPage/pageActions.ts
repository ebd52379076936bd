import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { type ConnectionDraft, draftFields } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionsPageToHost,
  HostToConnectionsPage,
  OpenForm,
} from '../../shared/connectionsPage/protocol.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import { nameText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import { readDraft } from '../connections/connectionDraft.ts';
import {
  entryRefs,
  findConnection,
  idOfRef,
  idRef,
  storedConnections,
  updateConnections,
  withDuplicate,
  withEntry,
  withMoved,
  withSaved,
} from '../connections/connectionSettings.ts';
import { headerLines, readHeaderLines } from '../connections/headerLines.ts';
import { forgetKey, setKey } from '../connections/keys/keyFlows.ts';
import { headerSecrets } from '../connections/keys/knownSecrets.ts';
import { sayIfPlainHeaders } from '../connections/keys/plainSecrets.ts';
import { mayTravelInClear } from '../connections/consents/unencrypted.ts';
import type { OfferConsent } from '../connections/consents/offerConsent.ts';
import { connectionItems, keyStatus } from './connectionItems.ts';
import { notTested, testConnection, type TestServices } from './connectionTest.ts';
import { draftCheck } from './draftCheck.ts';
import { headerKey } from './headerKeys.ts';

/** What the page uses of the rest of Parley. */
export interface PageServices extends TestServices {
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

/** Carries out what the user does on the page, whose open forms outlive it, in memory only. */
export class PageActions {
  readonly #services: PageServices;
  readonly #post: (message: HostToConnectionsPage) => void;
  readonly #inTurn = createKeyedMutex();
  #forms: readonly OpenForm[] = [];
  /** Whether the page has just been loaded and does not have the forms. */
  #isFresh = false;
  /** Counts the calls of `showItems`, of which only the last may post its result. */
  #calls = 0;

  /** `post` does nothing while the page is not there. */
  constructor(services: PageServices, post: (message: HostToConnectionsPage) => void) {
    this.#services = services;
    this.#post = post;
  }

  /** Posts the connections that the settings have now, and what is to be said of the open forms. */
  async showItems(): Promise<void> {
    this.#calls += 1;
    const call = this.#calls;
    const { keys, models, chats } = this.#services;
    const items = await connectionItems(storedConnections(), keys, models.catalogue);
    if (call === this.#calls) {
      const id = chats.inUse();
      const forms = this.#isFresh ? this.#forms : undefined;
      this.#isFresh = false;
      this.#post({ kind: 'connections', items, inUse: id && idRef(id), forms });
      // A key may have been stored or deleted even if no form has changed.
      await this.#checkForms();
    }
  }

  /** Throws if the settings or the secret storage cannot be written. */
  async carryOut(action: ConnectionsPageToHost): Promise<void> {
    switch (action.kind) {
      case 'ready':
        this.#isFresh = true;
        return this.showItems();
      case 'forms':
        this.#forms = action.forms;
        return this.#checkForms();
      case 'save':
        return this.#inTurn(action.ref, async () => this.#save(action.ref));
      case 'test':
        return this.#test(action.ref);
      case 'setKey':
      case 'forgetKey':
        return this.#changeKey(action.kind, action.ref);
      case 'moveKey':
        return this.#moveKey(action.ref);
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
      case 'openSettings':
      case 'connect':
        await vscode.commands.executeCommand(`parley.${action.kind}`);
    }
  }

  async #checkForms(): Promise<void> {
    for (const { ref, draft } of this.#forms) {
      const check = await draftCheck(draft, this.#services.keys);
      this.#post({ kind: 'checked', ref, draft, check });
    }
  }

  #draft(ref: string): ConnectionDraft | undefined {
    return this.#forms.find((form) => form.ref === ref)?.draft;
  }

  async #save(ref: string): Promise<void> {
    const draft = this.#draft(ref);
    const { keys, offers } = this.#services;
    if (draft === undefined) {
      return;
    }
    const { problems } = await draftCheck(draft, keys);
    const place = draftFields.find((field) => problems[field] !== undefined);
    if (place !== undefined) {
      await this.#checkForms();
      this.#post({ kind: 'form', ref, place });
      return;
    }
    const id = idOfRef(ref) ?? crypto.randomUUID();
    const { connection } = readDraft(draft, id);
    // The user confirms that its models are offered from now on.
    if (connection.offerToVSCode === true && !(await offers.confirm(connection))) {
      return;
    }
    const before = headerSecrets();
    const isNew = !entryRefs(storedConnections()).includes(ref);
    await updateConnections((all) => withSaved(all, ref, connection));
    // A second click finds nothing to save.
    this.#forms = this.#forms.filter((form) => form.ref !== ref);
    sayIfPlainHeaders(connection, before);
    const { origin } = serviceAddress(connection.baseUrl);
    if ((await keys.get(origin)) !== undefined) {
      await keys.bind(id, origin);
    }
    await this.showItems();
    this.#post({ kind: 'saved', ref, savedAs: idRef(id), isNew });
  }

  async #test(ref: string): Promise<void> {
    const draft = this.#draft(ref);
    if (draft !== undefined) {
      const { problems, connection } = readDraft(draft, idOfRef(ref) ?? crypto.randomUUID());
      const test =
        Object.keys(problems).length === 0
          ? await testConnection(connection, this.#services)
          : notTested(vscode.l10n.t('Correct the marked fields, then test again.'));
      this.#post({ kind: 'form', ref, test });
    }
  }

  async #newChat(ref: string): Promise<void> {
    const connection = findConnection(idOfRef(ref) ?? '');
    if (connection !== undefined) {
      await this.#services.chats.newChat(connection);
    }
  }

  /** Only the address and where the key comes from need to be right for it. */
  async #changeKey(kind: 'setKey' | 'forgetKey', ref: string): Promise<void> {
    const { clients, keys } = this.#services;
    const draft = this.#draft(ref);
    if (draft !== undefined) {
      const { problems, connection } = readDraft(draft, idOfRef(ref) ?? crypto.randomUUID());
      if (problems.keyFrom === undefined) {
        await (kind === 'setKey' ? setKey(connection, clients, keys) : forgetKey(connection, keys));
      }
      await this.showItems();
    }
  }

  /** Stores the key that is in a header of the draft, for the origin of its address. */
  async #moveKey(ref: string): Promise<void> {
    const { keys } = this.#services;
    const draft = this.#draft(ref);
    if (draft?.keyFrom !== '') {
      return;
    }
    const { origin, ...status } = await keyStatus(draft, keys);
    const headers = readHeaderLines(draft.headers).value ?? {};
    const found = headerKey(headers, { ...status, origin });
    if (found !== undefined && origin !== undefined && (await mayTravelInClear(origin))) {
      await keys.set(origin, found.key);
      const change = { headers: headerLines({ ...headers, [found.name]: found.value }) };
      this.#post({ kind: 'form', ref, change, place: 'headers' });
    }
  }

  /** Removes a connection, and offers to bring it back, or to delete a key that no other connection uses. */
  async #remove(ref: string): Promise<void> {
    const { keys } = this.#services;
    const before = storedConnections();
    const items = await connectionItems(before, keys);
    const index = items.findIndex((each) => each.ref === ref);
    const item = items[index];
    if (item === undefined) {
      return;
    }
    await updateConnections((all) => withEntry(all, ref, () => []));
    const { draft, key } = item;
    const name = nameText(item.name);
    const isShared = items.some(
      (other) =>
        other !== item && other.key.origin === key.origin && other.draft.keyFrom === draft.keyFrom,
    );
    const undo = vscode.l10n.t('Undo');
    const forget = vscode.l10n.t('Delete API Key…');
    const answer = await (key.origin === undefined || key.state === 'none' || isShared
      ? vscode.window.showInformationMessage(vscode.l10n.t('{0} was removed.', name), undo)
      : vscode.window.showInformationMessage(
          vscode.l10n.t('{0} was removed. The API key for {1} is still saved.', name, key.origin),
          undo,
          forget,
        ));
    if (answer === undo) {
      await updateConnections((all) => all.toSpliced(index, 0, before[index]));
    } else if (answer === forget) {
      await forgetKey(readDraft(draft, 'removed').connection, keys);
    }
  }
}

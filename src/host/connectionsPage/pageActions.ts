import * as vscode from 'vscode';
import {
  type DraftField,
  draftFields,
  type FieldTexts,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionsPageToHost,
  FormNews,
  HostToConnectionsPage,
  ConnectionItem,
} from '../../shared/connectionsPage/protocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import type { Redactor } from '../base/redactor.ts';
import { nameText } from '../base/safeText.ts';
import { forgetKey, type KeyServices, setKey } from '../connections/connecting/keyFlows.ts';
import {
  type Connection,
  entryRefs,
  idOfRef,
  idRef,
  readConnectionEntries,
} from '../connections/connection.ts';
import {
  findConnection,
  storedConnections,
  updateConnections,
  withEntry,
  withMovedUp,
  withSaved,
} from '../connections/connectionSettings.ts';
import { type Keys, offerConsent } from '../connections/consents/consents.ts';
import { draftOf, readDraft } from '../connections/readDraft.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { Models } from '../models/models.ts';
import { draftCheck } from './draftCheck.ts';
import { formDiagnosis } from './formDiagnosis.ts';
import { draftKey, keyFact } from './draftCheck.ts';

/** What the page uses of the rest of Parley. */
export interface PageServices extends KeyServices {
  readonly models: Pick<Models, 'catalogue' | 'onDidChange'>;
  readonly redactor: Redactor;
  /** Diagnoses a connection, which need not be saved. */
  readonly diagnose: (connection: Connection) => Promise<Diagnosis>;
  /** Shows a new chat with this connection. */
  readonly newChat: (connection: Connection) => Promise<void>;
}

/** The form of an entry of the settings as it is there; empty if there is none. */
export function savedDraft(ref: string): FieldTexts {
  const stored = storedConnections();
  return draftOf(stored[entryRefs(stored).indexOf(ref)]);
}

/** Carries out what the user does on the page, whose open forms outlive it, in memory only. */
export class PageActions {
  readonly #services: PageServices;
  readonly #post: (message: HostToConnectionsPage) => void;
  readonly #inTurn = createKeyedMutex();
  /** The open forms by their refs: as the page last gave them, or with what it has yet to be told. */
  readonly #forms = new Map<string, FormNews>();

  /** `post` does nothing while the page is not there. */
  constructor(services: PageServices, post: (message: HostToConnectionsPage) => void) {
    this.#services = services;
    this.#post = post;
  }

  /**
   * Posts the connections that the settings have now, to a page that has just been loaded also the open forms, and
   * what is to be said of these.
   */
  async showItems(isFresh = false): Promise<void> {
    return this.#inTurn('items', async () => {
      const { keys, models } = this.#services;
      const items = await connectionItems(storedConnections(), keys, models.catalogue);
      this.#post({ kind: 'connections', items });
      for (const form of this.#forms.values()) {
        if (isFresh) {
          this.#post({ kind: 'form', ...form });
        }
        // A key may have been stored or deleted even if no form has changed.
        await this.#check(form.ref);
      }
    });
  }

  /** Opens a form, or changes one that is open, on the page or once the page is there. */
  changeForm(news: FormNews): void {
    const { ref, change } = news;
    const all = { ...this.#forms.get(ref)?.change, ...change };
    this.#forms.set(ref, { ...news, change: all });
    this.#post({ kind: 'form', ...news });
  }

  /** Throws if the settings or the secret storage cannot be written. */
  async carryOut({ kind, ref = '', change = {} }: ConnectionsPageToHost): Promise<void> {
    switch (kind) {
      case 'ready':
        return this.showItems(true);
      case 'edit':
        this.#forms.set(ref, { ref, change });
        return this.#check(ref);
      case 'close':
        this.#forms.delete(ref);
        return;
      case 'save':
        return this.#inTurn(ref, async () => this.#save(ref));
      case 'diagnose':
        return this.#diagnose(ref);
      case 'setKey':
      case 'forgetKey':
        return this.#changeKey(kind, ref);
      case 'newChat': {
        const connection = findConnection(idOfRef(ref) ?? '');
        return connection && this.#services.newChat(connection);
      }
      case 'moveUp':
        return updateConnections((all) => withMovedUp(all, ref));
      case 'remove':
        return this.#remove(ref);
      case 'showReport':
        await vscode.commands.executeCommand('parley.diagnoseConnection', idOfRef(ref), kind);
        return;
      case 'openSettings':
      case 'connect':
        await vscode.commands.executeCommand(`parley.${kind}`, idOfRef(ref));
    }
  }

  /** The content of an open form: what was changed in it, and else what the settings have now. */
  #draft(ref: string): FieldTexts | undefined {
    const form = this.#forms.get(ref);
    return form && { ...savedDraft(ref), ...form.change };
  }

  async #check(ref: string): Promise<void> {
    const form = this.#forms.get(ref);
    const draft = this.#draft(ref);
    if (draft !== undefined) {
      const check = await draftCheck(draft, idOfRef(ref) ?? '', this.#services.keys);
      // Otherwise it was changed meanwhile, and that is checked as well.
      if (this.#forms.get(ref) === form) {
        this.#post({ kind: 'form', ref, check });
      }
    }
  }

  /** The connection that a form describes, if these of its fields can be used. If not, the page shows what is wrong. */
  async #connection(
    ref: string,
    needed: readonly DraftField[] = draftFields,
  ): Promise<Connection | undefined> {
    const draft = this.#draft(ref);
    if (draft === undefined) {
      return undefined;
    }
    const id = idOfRef(ref) ?? crypto.randomUUID();
    const check = await draftCheck(draft, id, this.#services.keys);
    const place = needed.find((field) => check.problems[field] !== undefined);
    if (place !== undefined) {
      this.#post({ kind: 'form', ref, check, place });
      return undefined;
    }
    return readDraft(draft, id).connection;
  }

  async #save(ref: string): Promise<void> {
    const { keys } = this.#services;
    const connection = await this.#connection(ref);
    // The user confirms that its models are offered from now on.
    if (
      connection === undefined ||
      (connection.offerToVSCode === true && !(await keys.consents.ask(offerConsent(connection))))
    ) {
      return;
    }
    const isNew = !entryRefs(storedConnections()).includes(ref);
    await updateConnections((all) => withSaved(all, ref, connection));
    // A second click finds nothing to save.
    this.#forms.delete(ref);
    await this.showItems();
    this.#post({ kind: 'saved', ref, savedAs: idRef(connection.id), isNew });
  }

  async #diagnose(ref: string): Promise<void> {
    const connection = await this.#connection(ref);
    if (connection === undefined) {
      return;
    }
    this.#post({
      kind: 'form',
      ref,
      diagnosis: { status: 'running', lines: [vscode.l10n.t('Checking…')] },
    });
    const { diagnose, models } = this.#services;
    const diagnosis = await diagnose(connection);
    if (diagnosis.models !== undefined) {
      models.catalogue.remember(connection, diagnosis.models);
    }
    this.#post({ kind: 'form', ref, diagnosis: formDiagnosis(diagnosis, connection) });
  }

  async #changeKey(kind: 'setKey' | 'forgetKey', ref: string): Promise<void> {
    const connection = await this.#connection(ref, ['baseUrl', 'keyFrom.name', 'keyFrom.scope']);
    if (connection !== undefined) {
      await (kind === 'setKey'
        ? setKey(connection, this.#services)
        : forgetKey(connection, this.#services.keys));
      await this.showItems();
    }
  }

  /** Removes a connection, and offers to bring it back, or to delete a key that no other connection uses. */
  async #remove(ref: string): Promise<void> {
    const { keys } = this.#services;
    const before = storedConnections();
    const index = entryRefs(before).indexOf(ref);
    const item = (await connectionItems(before, keys))[index];
    if (item === undefined) {
      return;
    }
    await updateConnections((all) => withEntry(all, ref, () => []));
    const { draft } = item;
    const { state, ...key } = await draftKey(draft, '', keys);
    const others = storedConnections().map(async (other) => draftKey(draftOf(other), '', keys));
    const isShared = (await Promise.all(others)).some(
      ({ origin, source }) => origin === key.origin && source === key.source,
    );
    const undo = vscode.l10n.t('Undo');
    const forget = vscode.l10n.t('Delete API Key…');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('{0} was removed.', nameText(item.name)),
      undo,
      ...(state === 'none' || isShared ? [] : [forget]),
    );
    if (answer === undo) {
      await updateConnections((all) => all.toSpliced(index, 0, before[index]));
    } else if (answer === forget) {
      await forgetKey(readDraft(draft, 'removed').connection, keys);
    }
  }
}

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

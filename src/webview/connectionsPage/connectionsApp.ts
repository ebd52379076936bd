import { render } from 'lit';
import type { WebviewApi } from 'vscode-webview';
import type { ConnectionDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import {
  type ConnectionItem,
  type ConnectionsPageToHost,
  type HostToConnectionsPage,
  isOpenForms,
  type OpenForm,
  type TestResult,
} from '../../shared/connectionsPage/protocol.ts';
import { isObjectOf } from '../../shared/guards.ts';
import {
  type Editor,
  isChanged,
  isNew,
  openEditor,
  rebase,
  shownProblems,
  withAllTouched,
  withChange,
} from './connectionEditor.ts';
import { type MessageHandlers } from '../dom/messageHandlers.ts';
import { focusOn, focusOnInvalid, formId, rowId } from './connectionIds.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { connectionsView } from './connectionsView.ts';

/** The page of connections: the list as the host last sent it, and the open forms. */
export class ConnectionsApp implements ConnectionsActions {
  /** What the page does with each message of the host. */
  readonly handlers: MessageHandlers<HostToConnectionsPage> = {
    connections: ({ items, inUse }) => this.#onItems(items, inUse),
    checked: (message) => this.#onChecked(message),
    saved: ({ ref, savedAs }) => {
      this.#close(ref);
      // Somebody who has added a connection is likely to use it.
      focusOn(rowId(savedAs, isNew(ref) ? 'newChat' : 'edit'));
    },
    tested: ({ ref, result }) => {
      this.#setTest(ref, result);
      // The button may be far below the result.
      document.querySelector(`#${CSS.escape(formId(ref, 'test'))}`)?.scrollIntoView({
        block: 'nearest',
      });
    },
    openForms: ({ forms }) => {
      const editors = new Map([...reopened(forms), ...this.#state.editors]);
      this.#update({ editors });
    },
    newForm: (message) => this.#openNew(message),
    editForm: ({ ref }) => {
      const item = this.#state.items?.find((each) => each.ref === ref);
      if (item !== undefined) {
        this.edit(item);
      }
    },
    keyMoved: (message) => this.#onKeyMoved(message),
    failed: ({ text }) => this.#update({ failure: text }),
  };
  readonly #root: HTMLElement;
  readonly #api: WebviewApi<unknown>;
  readonly #post: (intent: ConnectionsPageToHost) => void;
  #state: ConnectionsState = { editors: new Map(), tests: new Map() };

  /** Opens the forms again that were open when the page was last hidden. */
  constructor(
    root: HTMLElement,
    api: WebviewApi<unknown>,
    post: (intent: ConnectionsPageToHost) => void,
  ) {
    this.#root = root;
    this.#api = api;
    this.#post = post;
    root.classList.add('connections');
    const hidden = hiddenForms(api);
    // An update without forms would replace those that the host keeps of a page that was closed.
    if (hidden.size > 0) {
      this.#update({ editors: hidden });
    }
  }

  edit(item?: ConnectionItem): void {
    const ref = item?.ref ?? newRef();
    if (!this.#state.editors.has(ref)) {
      const editor = openEditor(ref, item);
      this.#setEditor(editor);
      this.#check(editor);
    }
    focusOn(formId(ref, 'name'));
  }

  change(ref: string, change: Partial<ConnectionDraft>): void {
    const editor = this.#state.editors.get(ref);
    if (editor !== undefined) {
      const changed = withChange(editor, change);
      this.#setEditor(changed);
      this.#check(changed);
    }
  }

  cancel(ref: string): void {
    this.#close(ref);
    focusOn(rowId(ref, 'edit'));
  }

  save(ref: string): void {
    const editor = this.#state.editors.get(ref);
    if (editor?.isSaving === false) {
      const saving = { ...withAllTouched(editor), isSaving: true };
      this.#setEditor(saving);
      this.#post({ kind: 'save', ref, draft: saving.draft });
      this.#check(saving);
    }
  }

  test(ref: string, draft: ConnectionDraft): void {
    if (this.#state.tests.get(ref) !== 'running') {
      const editor = this.#state.editors.get(ref);
      if (editor !== undefined) {
        this.#setEditor(withAllTouched(editor));
      }
      this.#update({ tests: new Map(this.#state.tests).set(ref, 'running') });
      this.#post({ kind: 'test', ref, draft });
    }
  }

  remove(item: ConnectionItem): void {
    this.#close(item.ref);
    this.#update({ removed: item });
    this.#post({ kind: 'remove', ref: item.ref });
    focusOn('undo');
  }

  undoRemove(): void {
    this.#update({ removed: undefined });
    this.#post({ kind: 'undoRemove' });
    focusOn('add');
  }

  ask(intent: ConnectionsPageToHost): void {
    this.#update({ failure: undefined });
    this.#post(intent);
  }

  #openNew(form: HostToConnectionsPage & { readonly kind: 'newForm' }): void {
    const { ref = newRef(), draft, place, test } = form;
    const item = this.#state.items?.find((each) => each.ref === ref);
    const isAtHeaders = place === 'headers';
    const headers = isAtHeaders ? [...draft.headers, { name: '', value: '' }] : draft.headers;
    const editor = withChange(openEditor(ref, item), { ...draft, headers });
    this.#setEditor(editor);
    this.#setTest(ref, test);
    this.#check(editor);
    focusOn(formId(ref, isAtHeaders ? `header-name-${headers.length - 1}` : place));
  }

  #onKeyMoved({ ref, index, value }: HostToConnectionsPage & { readonly kind: 'keyMoved' }): void {
    const headers = this.#state.editors.get(ref)?.draft.headers;
    const header = headers?.[index];
    if (headers !== undefined && header !== undefined) {
      this.change(ref, { headers: headers.with(index, { ...header, value }) });
      focusOn(formId(ref, `header-value-${index}`));
    }
  }

  #onItems(items: readonly ConnectionItem[], inUse: string | undefined): void {
    const before = this.#state.editors;
    const editors = [...before.values()].map((editor) =>
      rebase(
        editor,
        items.find(({ ref }) => ref === editor.ref),
      ),
    );
    this.#update({ items, inUse, editors: new Map(editors.map((editor) => [editor.ref, editor])) });
    // A key may have been stored or deleted even if no field has changed.
    for (const editor of editors) {
      this.#check(editor);
    }
  }

  #onChecked({ ref, revision, check }: HostToConnectionsPage & { readonly kind: 'checked' }): void {
    const editor = this.#state.editors.get(ref);
    if (editor?.revision === revision) {
      const checked = { ...editor, check, isSaving: false };
      this.#setEditor(checked);
      if (editor.isSaving && Object.keys(shownProblems(checked)).length > 0) {
        focusOnInvalid(this.#root);
      }
    }
  }

  #setTest(ref: string, result: TestResult | undefined): void {
    const tests = new Map(this.#state.tests);
    tests.delete(ref);
    this.#update({ tests: result === undefined ? tests : tests.set(ref, result) });
  }

  #check({ ref, revision, draft }: Editor): void {
    this.#post({ kind: 'check', ref, revision, draft });
  }

  #setEditor(editor: Editor): void {
    this.#update({ editors: new Map(this.#state.editors).set(editor.ref, editor) });
  }

  #close(ref: string): void {
    const others = [...this.#state.editors].filter(([other]) => other !== ref);
    this.#update({ editors: new Map(others) });
    this.#setTest(ref, undefined);
  }

  #update(change: Partial<ConnectionsState>): void {
    this.#state = { ...this.#state, ...change };
    if (change.editors !== undefined) {
      storeForms(change.editors, this.#api, this.#post);
    }
    const focused = document.activeElement?.id;
    render(connectionsView(this.#state, this), this.#root);
    if (document.activeElement === document.body) {
      focusOn(focused ?? '');
    }
  }
}

function newRef(): string {
  return `new ${crypto.randomUUID()}`;
}

type Editors = ReadonlyMap<string, Editor>;

const isState = isObjectOf({ editors: isOpenForms });

/** The forms that were open when the page was last hidden. */
function hiddenForms(api: WebviewApi<unknown>): Editors {
  const stored = api.getState();
  return reopened(isState(stored) ? stored.editors : []);
}

/** Opens forms with the texts they had. */
function reopened(forms: readonly OpenForm[]): Editors {
  return new Map(
    forms.map(({ ref, base, draft }) => [ref, { ...withAllTouched(openEditor(ref)), base, draft }]),
  );
}

/** Stores all forms for when the page is shown again, and gives the changed ones to the host for a new page. */
function storeForms(
  editors: Editors,
  api: WebviewApi<unknown>,
  post: (intent: ConnectionsPageToHost) => void,
): void {
  const forms = [...editors.values()].map(({ ref, base, draft }) => ({ ref, base, draft }));
  api.setState({ editors: forms });
  post({ kind: 'openForms', forms: forms.filter(isChanged) });
}

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
  openEditor,
  rebased,
  shownProblems,
  withAllTouched,
  withChange,
} from './connectionEditor.ts';
import { focusOn, focusOnInvalid, formId, rowId } from './connectionIds.ts';
import type { ConnectionsState } from './connectionsState.ts';
import { connectionsView } from './connectionsView.ts';

/** The page of connections: the list as the host last told it, and the forms that are open. */
export class ConnectionsApp {
  readonly #root: HTMLElement;
  readonly #api: WebviewApi<unknown>;
  readonly #post: (intent: ConnectionsPageToHost) => void;
  #state: ConnectionsState = { editors: new Map(), tests: new Map() };

  /** Takes up the forms that were open when the page was last hidden. */
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
    // Nothing is told of no forms: the host may still have those of a page that was closed.
    if (hidden.size > 0) {
      this.#update({ editors: hidden });
    }
  }

  /** Takes in what the host tells. */
  receive(message: HostToConnectionsPage): void {
    switch (message.kind) {
      case 'connections':
        return this.#onItems(message.items);
      case 'checked':
        return this.#onChecked(message);
      case 'saved':
        this.#close(message.ref);
        return focusOn(rowId(message.savedAs, 'edit'));
      case 'tested':
        return this.#onTested(message.ref, message.result);
      case 'openForms':
        return this.#update({
          editors: new Map([...reopened(message.forms), ...this.#state.editors]),
        });
      case 'failed':
        return this.#update({ failure: message.text });
    }
  }

  /** Opens the form of an item, or an empty one for a new connection. */
  edit(item?: ConnectionItem): void {
    const ref = item?.ref ?? `new ${crypto.randomUUID()}`;
    if (!this.#state.editors.has(ref)) {
      const editor = openEditor(ref, item);
      this.#setEditor(editor);
      this.#check(editor);
    }
    focusOn(formId(ref, 'name'));
  }

  /** Takes in what the user has typed. */
  change(ref: string, change: Partial<ConnectionDraft>): void {
    const editor = this.#state.editors.get(ref);
    if (editor !== undefined) {
      const changed = withChange(editor, change);
      this.#setEditor(changed);
      this.#check(changed);
    }
  }

  /** Closes a form; what it held is gone. */
  cancel(ref: string): void {
    this.#close(ref);
    focusOn(rowId(ref, 'edit'));
  }

  /** Saves a form; where something is wrong with it, the first such box gets the focus. */
  save(ref: string): void {
    const editor = this.#state.editors.get(ref);
    if (editor?.isSaving === false) {
      const saving = { ...withAllTouched(editor), isSaving: true };
      this.#setEditor(saving);
      this.#post({ kind: 'save', ref, draft: saving.draft });
      this.#check(saving);
    }
  }

  /** Tries a draft: the one request of this page, made on a click. */
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

  /** Removes an item; it can be undone until the next one is removed. */
  remove(item: ConnectionItem): void {
    this.#close(item.ref);
    this.#update({ removed: item });
    this.#post({ kind: 'remove', ref: item.ref });
    focusOn('undo');
  }

  /** Puts back the item that was removed last. */
  undoRemove(): void {
    this.#update({ removed: undefined });
    this.#post({ kind: 'undoRemove' });
    focusOn('add');
  }

  /** Passes on what the host alone can do. */
  ask(intent: ConnectionsPageToHost): void {
    this.#update({ failure: undefined });
    this.#post(intent);
  }

  #onItems(items: readonly ConnectionItem[]): void {
    const before = this.#state.editors;
    const editors = [...before.values()].map((editor) =>
      rebased(
        editor,
        items.find(({ ref }) => ref === editor.ref),
      ),
    );
    this.#update({ items, editors: new Map(editors.map((editor) => [editor.ref, editor])) });
    // A key may have come or gone even where no box has changed.
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

  #onTested(ref: string, result: TestResult | undefined): void {
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
    this.#onTested(ref, undefined);
  }

  #update(change: Partial<ConnectionsState>): void {
    this.#state = { ...this.#state, ...change };
    if (change.editors !== undefined) {
      keepForms(change.editors, this.#api, this.#post);
    }
    const focused = document.activeElement?.id;
    render(connectionsView(this.#state, this), this.#root);
    if (document.activeElement === document.body) {
      focusOn(focused ?? '');
    }
  }
}

/** The forms of the page by their refs. */
type Editors = ReadonlyMap<string, Editor>;

const isState = isObjectOf({ editors: isOpenForms });

/** The forms that were open when the page was last hidden. */
function hiddenForms(api: WebviewApi<unknown>): Editors {
  const stored = api.getState();
  return reopened(isState(stored) ? stored.editors : []);
}

/** Forms as they were left. */
function reopened(forms: readonly OpenForm[]): Editors {
  return new Map(
    forms.map(({ ref, base, draft }) => [ref, { ...withAllTouched(openEditor(ref)), base, draft }]),
  );
}

/** Keeps all forms while the page is hidden, and leaves the changed ones for the next page. */
function keepForms(
  editors: Editors,
  api: WebviewApi<unknown>,
  post: (intent: ConnectionsPageToHost) => void,
): void {
  const forms = [...editors.values()].map(({ ref, base, draft }) => ({ ref, base, draft }));
  api.setState({ editors: forms });
  post({ kind: 'openForms', forms: forms.filter(isChanged) });
}

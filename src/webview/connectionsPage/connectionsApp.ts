import { render } from 'lit';
import { emptyDraft, type FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  HostToConnectionsPage,
} from '../../shared/connectionsPage/protocol.ts';
import { type Editor, isSame, openEditor, rebase, withChange } from './connectionEditor.ts';
import { type MessageHandlers } from '../dom/messageHandlers.ts';
import { focusOn, formId, rowId } from './connectionIds.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { connectionsView } from './connectionsView.ts';

type Message<K extends HostToConnectionsPage['kind']> = Extract<
  HostToConnectionsPage,
  { readonly kind: K }
>;

/** The page of connections: the list as the host last sent it, and the open forms, which the host keeps. */
export class ConnectionsApp implements ConnectionsActions {
  /** What the page does with each message of the host. */
  readonly handlers: MessageHandlers<HostToConnectionsPage> = {
    connections: (message) => this.#onConnections(message),
    form: (message) => this.#onForm(message),
    checked: ({ ref, draft, check }) => {
      const editor = this.#editor(ref);
      if (editor !== undefined && isSame(editor.draft, draft)) {
        this.#setEditor({ ...editor, check });
      }
    },
    saved: ({ ref, savedAs, isNew }) => {
      this.#remove(ref);
      // Somebody who has added a connection is likely to use it.
      focusOn(rowId(savedAs, isNew ? 'newChat' : 'edit'));
    },
  };
  readonly #root: HTMLElement;
  readonly #post: (intent: ConnectionsPageToHost) => void;
  #state: ConnectionsState = { editors: [] };

  constructor(root: HTMLElement, post: (intent: ConnectionsPageToHost) => void) {
    this.#root = root;
    this.#post = post;
    root.classList.add('connections');
  }

  edit(item?: ConnectionItem): void {
    const { ref, draft: base } = item ?? { ref: `id ${crypto.randomUUID()}`, draft: emptyDraft };
    this.#onForm({ kind: 'form', ref, base, place: 'name' });
  }

  change(ref: string, change: FieldTexts): void {
    this.#onForm({ kind: 'form', ref, change });
  }

  close(ref: string): void {
    this.#remove(ref);
    const isListed = draftIn(this.#state.items ?? [], ref) !== undefined;
    focusOn(isListed ? rowId(ref, 'edit') : 'add');
  }

  ask(intent: ConnectionsPageToHost): void {
    const { kind } = intent;
    if (kind === 'save' || kind === 'test') {
      const editor = this.#editor(intent.ref);
      if (editor === undefined || (kind === 'test' && editor.test === 'running')) {
        return;
      }
      const test = kind === 'test' ? 'running' : editor.test;
      this.#setEditor({ ...editor, isTried: true, test });
    }
    this.#post(intent);
  }

  #onConnections({ items, inUse, forms }: Message<'connections'>): void {
    const editors = (forms?.map(openEditor) ?? this.#state.editors).map((editor) =>
      rebase(editor, draftIn(items, editor.ref)),
    );
    this.#update({ items, inUse, editors });
  }

  #onForm({ ref, base, change = {}, place, test }: Message<'form'>): void {
    const { items = [] } = this.#state;
    const opened = base && openEditor({ ref, base, draft: base });
    const before = this.#editor(ref) ?? (opened && rebase(opened, draftIn(items, ref)));
    if (before !== undefined) {
      this.#setEditor({ ...withChange(before, change), test: test ?? before.test });
      if (test !== undefined) {
        // The button may be far below the result.
        document.getElementById(formId(ref, 'test'))?.scrollIntoView({ block: 'nearest' });
      }
      focusOn(place === undefined ? '' : formId(ref, place));
    }
  }

  #editor(ref: string): Editor | undefined {
    return this.#state.editors.find((editor) => editor.ref === ref);
  }

  #setEditor(editor: Editor): void {
    const { editors } = this.#state;
    const index = editors.findIndex(({ ref }) => ref === editor.ref);
    this.#update({ editors: index < 0 ? [...editors, editor] : editors.with(index, editor) });
  }

  #remove(ref: string): void {
    this.#update({ editors: this.#state.editors.filter((editor) => editor.ref !== ref) });
  }

  #update(change: Partial<ConnectionsState>): void {
    const before = formsOf(this.#state);
    this.#state = { ...this.#state, ...change };
    const forms = formsOf(this.#state);
    if (JSON.stringify(forms) !== JSON.stringify(before)) {
      this.#post({ kind: 'forms', forms });
    }
    const focused = document.activeElement?.id;
    render(connectionsView(this.#state, this), this.#root);
    if (document.activeElement === document.body) {
      focusOn(focused ?? '');
    }
  }
}

function draftIn(items: readonly ConnectionItem[], wanted: string) {
  return items.find(({ ref }) => ref === wanted)?.draft;
}

function formsOf({ editors }: ConnectionsState) {
  return editors.map(({ ref, base, draft }) => ({ ref, base, draft }));
}

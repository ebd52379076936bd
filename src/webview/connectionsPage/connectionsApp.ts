import { render } from 'lit';
import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionsPageToHost,
  FormNews,
  HostToConnectionsPage,
} from '../../shared/connectionsPage/protocol.ts';
import { type MessageHandlers } from '../dom/messageHandlers.ts';
import { focusOn, formId } from './controls.ts';
import type { ConnectionsActions, ConnectionsState, OpenForm } from './connectionsState.ts';
import { connectionsView } from './connectionsView.ts';

/** The page of connections: the list as the host last sent it, and the open forms, which the host keeps. */
export class ConnectionsApp implements ConnectionsActions {
  /** What the page does with each message of the host. */
  readonly handlers: MessageHandlers<HostToConnectionsPage> = {
    connections: ({ items }) => this.#update({ items }),
    form: (news) => this.#onForm(news),
    saved: ({ ref, savedAs, isNew }) => {
      this.#remove(ref);
      // Somebody who has added a connection is likely to use it.
      focusOn(formId(savedAs, isNew ? 'row-newChat' : 'row-edit'));
    },
  };
  readonly #root: HTMLElement;
  readonly #post: (intent: ConnectionsPageToHost) => void;
  #state: ConnectionsState = { forms: [] };

  constructor(root: HTMLElement, post: (intent: ConnectionsPageToHost) => void) {
    this.#root = root;
    this.#post = post;
    root.classList.add('connections');
  }

  open(ref = `id ${crypto.randomUUID()}`, change: FieldTexts = {}): void {
    this.#onForm({ ref, change, place: 'name' });
  }

  change(ref: string, change: FieldTexts): void {
    this.#onForm({ ref, change });
  }

  close(ref: string): void {
    this.#remove(ref);
    const isListed = this.#state.items?.some((item) => item.ref === ref) === true;
    focusOn(isListed ? formId(ref, 'row-edit') : 'add');
  }

  ask(intent: ConnectionsPageToHost): void {
    const { kind, ref = '' } = intent;
    const form = this.#form(ref);
    if (kind === 'diagnose' && form?.diagnosis?.status === 'running') {
      return;
    }
    if (form !== undefined && kind === 'remove') {
      this.#remove(ref);
    } else if (form !== undefined) {
      this.#setForm({ ...form, isTried: true });
    }
    this.#post(intent);
  }

  #onForm({ ref, change, place, check, diagnosis }: FormNews): void {
    const before = this.#form(ref) ?? (change && { ref, change });
    if (before === undefined) {
      return;
    }
    // The last diagnosis says nothing of another form.
    const isOver = Object.keys(change ?? {}).some((field) => field !== 'model');
    const form: OpenForm = {
      ...before,
      change: { ...before.change, ...change },
      check: check ?? before.check,
      diagnosis: diagnosis ?? (isOver ? undefined : before.diagnosis),
    };
    this.#setForm(form);
    if (change !== undefined) {
      this.#post({ kind: 'edit', ref, change: form.change });
    }
    if (diagnosis !== undefined) {
      // The button may be far below the result.
      document.getElementById(formId(ref, 'diagnosis'))?.scrollIntoView({ block: 'nearest' });
    }
    focusOn(place === undefined ? '' : formId(ref, place));
  }

  #form(ref: string): OpenForm | undefined {
    return this.#state.forms.find((form) => form.ref === ref);
  }

  #setForm(form: OpenForm): void {
    const { forms } = this.#state;
    const index = forms.findIndex(({ ref }) => ref === form.ref);
    this.#update({ forms: index < 0 ? [...forms, form] : forms.with(index, form) });
  }

  #remove(ref: string): void {
    this.#update({ forms: this.#state.forms.filter((form) => form.ref !== ref) });
    this.#post({ kind: 'close', ref });
  }

  #update(change: Partial<ConnectionsState>): void {
    this.#state = { ...this.#state, ...change };
    const focused = document.activeElement?.id;
    render(connectionsView(this.#state, this), this.#root);
    if (document.activeElement === document.body) {
      focusOn(focused ?? '');
    }
  }
}

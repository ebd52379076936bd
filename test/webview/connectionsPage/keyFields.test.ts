import {
  type FieldTexts,
  sourceField,
} from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  HostToConnectionsPage,
  KeyCheck,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { type KeySourceKind, keySourceKinds } from '../../../src/shared/service/keySource.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const none: KeyCheck = { text: '', kinds: keySourceKinds, names: [], state: 'none' };

/** The open form of a connection with this key, as the host describes it. */
function openForm(keyFrom: FieldTexts = {}, key: Partial<KeyCheck> = {}) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  startConnections(root, { postMessage: (message) => void posted.push(message as never) });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  const draft = { name: 'Work', ...keyFrom };
  const item: ConnectionItem = { ref: 'id work', name: 'Work', address: '', facts: '', draft };
  tell({ kind: 'connections', items: [item] });
  const answer = (check: Partial<DraftCheck>): void => {
    const rest = { problems: {}, hints: {}, key: { ...none, ...key } };
    tell({ kind: 'form', ref: 'id work', check: { ...rest, ...check } });
  };
  const find = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector);
    if (found === null) {
      throw new Error(`There is no ${selector}.`);
    }
    return found;
  };
  find('[id^="row-edit:"]').click();
  answer({});
  const field = find('[role=group][aria-label="API key"]');
  return {
    root,
    posted,
    answer,
    field,
    kinds: () => find('[id^="keyFrom.kind:"]') as HTMLSelectElement,
    box: () => find('input[id^="keyFrom."]') as HTMLInputElement,
    buttons: () => [...field.querySelectorAll<HTMLElement>('vscode-button')],
    change: () => posted.findLast(({ kind }) => kind === 'edit')?.change,
  };
}

type Form = ReturnType<typeof openForm>;

function choose({ kinds }: Form, kind: string): void {
  kinds().value = kind;
  kinds().dispatchEvent(new Event('change'));
}

function labels({ buttons }: Form): readonly string[] {
  return buttons().map((button) => button.textContent.trim());
}

describe('where a key comes from, in the form', () => {
  it('is the entered key at first, without another box', () => {
    const text = 'An API key is saved.';
    const form = openForm({}, { text, button: 'Replace API Key…', state: 'kept' });
    equal(form.kinds().value, '');
    equal(form.root.querySelector('input[id^="keyFrom."]'), null);
    equal(form.field.textContent.includes(text), true);
    equal(labels(form), ['Replace API Key…', 'Delete API Key…']);
    equal(
      [...form.kinds().options].map(({ value }) => value),
      ['', 'stored', 'environment', 'command', 'microsoft'],
    );
    for (const button of form.buttons()) {
      button.click();
    }
    equal(
      form.posted.slice(-2).map(({ kind }) => kind),
      ['setKey', 'forgetKey'],
    );
  });

  const sources: readonly (readonly [kind: KeySourceKind, text: string, words: string])[] = [
    ['environment', 'TEAM_KEY', 'asked before it is first sent'],
    ['command', 'op read op://a/b', 'asked before it first runs'],
    ['microsoft', 'api://x/.default', 'For Azure'],
    ['stored', 'Home', 'The name is stored in your settings, the key is not.'],
  ];
  for (const [kind, text, words] of sources) {
    it(`is chosen and typed: ${kind}`, async () => {
      const form = openForm();
      choose(form, kind);
      equal(form.change(), { 'keyFrom.kind': kind });
      form.box().focus();
      await typeText(text);
      equal(form.change(), { 'keyFrom.kind': kind, [sourceField(kind) ?? '']: text });
      equal(form.field.textContent.includes(words), true);
      const label = form.field.querySelector(`label[for="${form.box().id}"]`);
      equal((label?.textContent ?? '') !== '', true);
      form.box().focus();
      await pressKey('Enter');
      equal(form.posted.at(-1), { kind: 'save', ref: 'id work' });
    });
  }

  it('keeps the text of one source from another', () => {
    const form = openForm({ 'keyFrom.kind': 'command', 'keyFrom.command': 'give-key' });
    equal(form.box().value, 'give-key');
    choose(form, 'environment');
    equal(form.box().value, '');
    choose(form, '');
    equal(form.change(), { 'keyFrom.kind': '' });
    choose(form, 'command');
    equal(form.box().value, 'give-key');
  });

  it('shows its problem at its box, once there is a text or it is saved', () => {
    const form = openForm({ 'keyFrom.kind': 'command' });
    form.answer({ problems: { 'keyFrom.command': 'Enter a command.' } });
    equal(form.root.querySelector('.field-problem'), null);
    form.root.querySelector<HTMLElement>('[id^="save:"]')?.click();
    equal(form.box().ariaInvalid, 'true');
    equal(form.field.querySelector('.field-problem')?.textContent, 'Enter a command.');
    equal(labels(form), []);
  });

  it('offers the names of the keys that are stored', () => {
    const names = ['Home', 'Office'];
    const form = openForm({}, { names });
    choose(form, 'stored');
    equal(
      [...(form.box().list?.options ?? [])].map(({ value }) => value),
      names,
    );
  });

  it('offers no source that is not there', () => {
    const kinds = ['stored', 'microsoft'] as const;
    const { options } = openForm({}, { kinds }).kinds();
    equal(
      [...options].map(({ value }) => value),
      ['', 'stored', 'microsoft'],
    );
  });
});

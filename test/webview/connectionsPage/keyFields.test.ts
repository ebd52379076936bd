import { type KeyDraft, keyText } from '../../../src/shared/connectionsPage/keyDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  HostToConnectionsPage,
  KeyCheck,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { keySourceKinds } from '../../../src/shared/service/keySource.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const none: KeyCheck = { text: '', kinds: keySourceKinds, names: [], canDelete: false };

/** The open form of a connection with this key, as the host describes it. */
function openForm(keyFrom: KeyDraft, key: Partial<KeyCheck> = {}) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  startConnections(root, { postMessage: (message) => void posted.push(message as never) });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  const draft = { name: 'Work', keyFrom: keyText(keyFrom) };
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
    kinds: () => find('[id^="kind-keyFrom:"]') as HTMLSelectElement,
    box: () => find('[id^="keyFrom:"]') as HTMLInputElement,
    buttons: () => [...field.querySelectorAll<HTMLElement>('vscode-button')],
    keyFrom: () => posted.findLast(({ kind }) => kind === 'edit')?.change?.keyFrom,
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

const typed: KeyDraft = { kind: '', text: '' };

describe('where a key comes from, in the form', () => {
  it('is the entered key at first, without another box', () => {
    const text = 'An API key is saved.';
    const form = openForm(typed, { text, button: 'Replace API Key…', canDelete: true });
    equal(form.kinds().value, '');
    equal(form.root.querySelector('[id^="keyFrom:"]'), null);
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

  const sources: readonly (readonly [kind: KeyDraft['kind'], text: string, words: string])[] = [
    ['environment', 'TEAM_KEY', 'asked before it is first sent'],
    ['command', 'op read op://a/b', 'asked before it first runs'],
    ['microsoft', 'api://x/.default', 'For Azure'],
    ['stored', 'Home', 'The name is stored in your settings, the key is not.'],
  ];
  for (const [kind, text, words] of sources) {
    it(`is chosen and typed: ${kind}`, async () => {
      const form = openForm(typed);
      choose(form, kind);
      equal(form.keyFrom(), `${kind} `);
      form.box().focus();
      await typeText(text);
      equal(form.keyFrom(), `${kind} ${text}`);
      equal(form.field.textContent.includes(words), true);
      const label = form.field.querySelector(`label[for="${form.box().id}"]`);
      equal((label?.textContent ?? '') !== '', true);
      form.box().focus();
      await pressKey('Enter');
      equal(form.posted.at(-1), { kind: 'save', ref: 'id work' });
    });
  }

  it('keeps the text of one source from another', () => {
    const form = openForm({ kind: 'command', text: 'give-key' });
    equal(form.box().value, 'give-key');
    choose(form, 'environment');
    equal(form.box().value, '');
    equal(form.keyFrom(), 'environment ');
    choose(form, '');
    equal(form.keyFrom(), '');
  });

  it('shows its problem at its box, once there is a text or it is saved', () => {
    const form = openForm({ kind: 'command', text: '' });
    form.answer({ problems: { keyFrom: 'Enter a command.' } });
    equal(form.root.querySelector('.field-problem'), null);
    form.root.querySelector<HTMLElement>('[id^="save:"]')?.click();
    equal(form.box().ariaInvalid, 'true');
    equal(form.field.querySelector('.field-problem')?.textContent, 'Enter a command.');
    equal(labels(form), []);
  });

  it('offers the names of the keys that are stored', () => {
    const names = ['Home', 'Office'];
    const form = openForm(typed, { names });
    choose(form, 'stored');
    equal(form.keyFrom(), 'stored Home');
    equal(
      [...(form.box().list?.options ?? [])].map(({ value }) => value),
      names,
    );
  });

  it('offers no source that is not there, but for the one that is set', () => {
    const kinds = ['stored', 'microsoft'] as const;
    const offered = (form: Form) => [...form.kinds().options].map(({ value }) => value);
    equal(offered(openForm(typed, { kinds })), ['', 'stored', 'microsoft']);
    const form = openForm({ kind: 'command', text: 'x' }, { kinds });
    equal(offered(form), ['', 'stored', 'command', 'microsoft']);
    equal(form.kinds().value, 'command');
  });
});

import { emptyDraft } from '../../../src/shared/connectionsPage/connectionDraft.ts';
import { type KeyDraft, keyText } from '../../../src/shared/connectionsPage/keyDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  HostToConnectionsPage,
  KeyStatus,
  OpenForm,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const origin = 'https://a.example';

/** The open form of a connection with this key, as the host describes it. */
function openForm(keyFrom: KeyDraft, key: KeyStatus) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  const kept: { forms: readonly OpenForm[] } = { forms: [] };
  startConnections(root, {
    postMessage(message) {
      const intent = message as ConnectionsPageToHost;
      if (intent.kind === 'forms') {
        kept.forms = intent.forms;
      } else {
        posted.push(intent);
      }
    },
  });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  const draft = {
    ...emptyDraft,
    name: 'Work',
    baseUrl: `${origin}/v1`,
    keyFrom: keyText(keyFrom),
  };
  const item: ConnectionItem = { ref: 'id work', name: 'Work', address: '', draft, key };
  tell({ kind: 'connections', items: [item] });
  const answer = (check: Partial<DraftCheck>): void => {
    const [form] = kept.forms;
    const rest = { problems: {}, hints: {}, offers: [], key };
    tell({
      kind: 'checked',
      ref: 'id work',
      draft: form?.draft ?? draft,
      check: { ...rest, ...check },
    });
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
    tell,
    answer,
    field,
    kinds: () => find('[id^="kind-keyFrom:"]') as HTMLSelectElement,
    box: () => find('[id^="keyFrom:"]') as HTMLInputElement,
    buttons: () => [...field.querySelectorAll<HTMLElement>('vscode-button')],
    keyFrom: () => kept.forms[0]?.draft.keyFrom,
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
    const form = openForm(typed, { origin, state: 'kept' });
    equal(form.kinds().value, '');
    equal(form.root.querySelector('[id^="keyFrom:"]'), null);
    equal(form.field.textContent.includes(`An API key is saved for ${origin}.`), true);
    equal(labels(form), ['Replace API Key…', 'Delete API Key…']);
    equal(
      [...form.kinds().options].map(({ value }) => value),
      ['', 'stored', 'environment', 'command', 'microsoft'],
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
      const form = openForm(typed, { origin, state: 'none' });
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
    const form = openForm({ kind: 'command', text: 'give-key' }, { state: 'none' });
    equal(form.box().value, 'give-key');
    choose(form, 'environment');
    equal(form.box().value, '');
    equal(form.keyFrom(), 'environment ');
    choose(form, '');
    equal(form.keyFrom(), '');
  });

  it('shows its problem at its box', () => {
    const form = openForm({ kind: 'command', text: '' }, { origin, state: 'none' });
    form.answer({ problems: { keyFrom: 'Enter a command.' } });
    equal(form.box().ariaInvalid, 'true');
    equal(form.field.querySelector('.field-problem')?.textContent, 'Enter a command.');
  });

  it('says whether a variable is set, and never its value', () => {
    const keyFrom: KeyDraft = { kind: 'environment', text: 'TEAM_KEY' };
    const form = openForm(keyFrom, { origin, state: 'none', isSet: true });
    equal(form.field.textContent.includes('The variable is set.'), true);
    form.answer({ key: { origin, state: 'none', isSet: false } });
    equal(form.field.textContent.includes('The variable is not set.'), true);
    equal(labels(form), []);
  });

  it('offers the names of the keys, and sets and deletes the one that is chosen', () => {
    const names = ['Home', 'Office'];
    const form = openForm(typed, { origin, state: 'none', names });
    choose(form, 'stored');
    equal(form.keyFrom(), 'stored Home');
    equal(
      [...(form.box().list?.options ?? [])].map(({ value }) => value),
      names,
    );
    const key: KeyStatus = { origin, state: 'kept', names };
    form.answer({ key });
    equal(form.field.textContent.includes(`The API key “Home” is saved for ${origin}.`), true);
    equal(labels(form), ['Replace API Key…', 'Delete API Key…']);
    for (const button of form.buttons()) {
      button.click();
    }
    equal(
      form.posted.slice(-2).map(({ kind }) => kind),
      ['setKey', 'forgetKey'],
    );
  });

  it('sets no key without a name', () => {
    const form = openForm({ kind: 'stored', text: ' ' }, { origin, state: 'none' });
    form.buttons()[0]?.click();
    equal(
      form.posted.some(({ kind }) => kind === 'setKey'),
      false,
    );
  });

  it('signs in with a Microsoft account', () => {
    const form = openForm({ kind: 'microsoft', text: '' }, { origin, state: 'none' });
    equal(labels(form), ['Sign In…']);
    form.buttons()[0]?.click();
    equal(form.posted.at(-1)?.kind, 'setKey');
  });

  it('offers no command and no variable in a browser, and says so where one is set', () => {
    const browser: KeyStatus = { origin, state: 'none', isBrowser: true };
    const other = openForm(typed, browser);
    equal(
      [...other.kinds().options].map(({ value }) => value),
      ['', 'stored', 'microsoft'],
    );
    const form = openForm({ kind: 'command', text: 'x' }, browser);
    equal(form.kinds().value, 'command');
    equal(form.field.textContent.includes('Not available in VS Code in a browser.'), true);
    const row = form.root.querySelector('.connection-what')?.textContent ?? '';
    equal(row.includes('key not available in the browser'), true);
  });

  const facts: readonly (readonly [keyFrom: KeyDraft, key: KeyStatus, words: string])[] = [
    [{ kind: 'environment', text: 'X' }, { state: 'none' }, 'key from an environment variable'],
    [{ kind: 'command', text: 'x' }, { state: 'none' }, 'key from a command'],
    [{ kind: 'microsoft', text: '' }, { state: 'none' }, 'Microsoft account'],
    [{ kind: 'stored', text: 'Home' }, { state: 'kept' }, 'key saved'],
    [typed, { state: 'lost' }, 'key lost'],
  ];
  for (const [keyFrom, key, words] of facts) {
    it(`is told in the list: ${words}`, () => {
      const { root } = openForm(keyFrom, { origin, ...key });
      equal(root.querySelector('.connection-what')?.textContent.includes(words), true);
    });
  }
});

import {
  emptyDraft,
  type HeaderDraft,
} from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type { KeyDraft } from '../../../src/shared/connectionsPage/keyDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  HostToConnectionsPage,
  KeyStatus,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const origin = 'https://a.example';

/** The open form of a connection with this key, as the host describes it. */
function openForm(keyFrom: KeyDraft, key: KeyStatus, headers: readonly HeaderDraft[] = []) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  startConnections(root, {
    postMessage: (message) => posted.push(message as ConnectionsPageToHost),
    getState: () => undefined,
    setState: (value) => value,
  });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  const draft = { ...emptyDraft, name: 'Work', baseUrl: `${origin}/v1`, keyFrom, headers };
  const item: ConnectionItem = { ref: 'id work', name: 'Work', draft, key };
  tell({ kind: 'connections', items: [item] });
  const lastCheck = () => posted.findLast((intent) => intent.kind === 'check');
  const answer = (check: Partial<DraftCheck>): void => {
    const { ref, revision } = lastCheck() ?? { ref: '', revision: 0 };
    tell({ kind: 'checked', ref, revision, check: { problems: {}, key, ...check } });
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
    kinds: () => find('[id^="key-kind:"]') as HTMLSelectElement,
    box: () => find('[id^="keyFrom:"]') as HTMLInputElement,
    buttons: () => [...field.querySelectorAll<HTMLElement>('vscode-button')],
    keyFrom: () => lastCheck()?.draft.keyFrom,
    headers: () => lastCheck()?.draft.headers,
    remark: () => root.querySelector('.form-remark'),
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

const typed: KeyDraft = { kind: 'typed', text: '' };

describe('where a key comes from, in the form', () => {
  it('is the entered key at first, without another box', () => {
    const form = openForm(typed, { origin, state: 'kept' });
    equal(form.kinds().value, 'typed');
    equal(form.root.querySelector('[id^="keyFrom:"]'), null);
    equal(form.field.textContent.includes(`An API key is saved for ${origin}.`), true);
    equal(labels(form), ['Replace API Key…', 'Delete API Key…']);
    equal(
      [...form.kinds().options].map(({ value }) => value),
      ['typed', 'stored', 'environment', 'command', 'microsoft'],
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
      equal(form.keyFrom(), { kind, text: '' });
      form.box().focus();
      await typeText(text);
      equal(form.keyFrom(), { kind, text });
      equal(form.field.textContent.includes(words), true);
      const label = form.field.querySelector(`label[for="${form.box().id}"]`);
      equal((label?.textContent ?? '') !== '', true);
      form.box().focus();
      await pressKey('Enter');
      const saved = form.posted.findLast((intent) => intent.kind === 'save');
      equal(saved?.kind === 'save' && saved.draft.keyFrom, { kind, text });
    });
  }

  it('keeps the text of one source from another', () => {
    const form = openForm(
      { kind: 'command', text: 'give-key' },
      { state: 'none', source: 'command' },
    );
    equal(form.box().value, 'give-key');
    choose(form, 'environment');
    equal(form.box().value, '');
    equal(form.keyFrom(), { kind: 'environment', text: '' });
    choose(form, 'typed');
    equal(form.keyFrom(), typed);
  });

  it('shows its problem at its box', () => {
    const form = openForm({ kind: 'command', text: '' }, { origin, state: 'none' });
    form.answer({ problems: { keyFrom: 'Enter a command.' } });
    equal(form.box().ariaInvalid, 'true');
    equal(form.field.querySelector('.field-problem')?.textContent, 'Enter a command.');
  });

  it('says whether a variable is set, and never its value', () => {
    const keyFrom: KeyDraft = { kind: 'environment', text: 'TEAM_KEY' };
    const form = openForm(keyFrom, { origin, state: 'none', source: 'environment', isSet: true });
    equal(form.field.textContent.includes('The variable is set.'), true);
    form.answer({ key: { origin, state: 'none', source: 'environment', isSet: false } });
    equal(form.field.textContent.includes('The variable is not set.'), true);
    equal(labels(form), []);
  });

  it('offers the names of the keys, and sets and deletes the one that is chosen', () => {
    const names = ['Home', 'Office'];
    const form = openForm(typed, { origin, state: 'none', names });
    choose(form, 'stored');
    equal(form.keyFrom(), { kind: 'stored', text: 'Home' });
    equal(
      [...(form.box().list?.options ?? [])].map(({ value }) => value),
      names,
    );
    const key: KeyStatus = { origin, state: 'kept', source: 'stored', name: 'Home', names };
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
      ['typed', 'stored', 'microsoft'],
    );
    const form = openForm({ kind: 'command', text: 'x' }, { ...browser, source: 'command' });
    equal(form.kinds().value, 'command');
    equal(form.field.textContent.includes('Not available in VS Code in a browser.'), true);
    const row = form.root.querySelector('.connection-what')?.textContent ?? '';
    equal(row.includes('key not available in the browser'), true);
  });

  const facts: readonly (readonly [key: KeyStatus, words: string])[] = [
    [{ state: 'none', source: 'environment' }, 'key from an environment variable'],
    [{ state: 'none', source: 'command' }, 'key from a command'],
    [{ state: 'none', source: 'microsoft' }, 'Microsoft account'],
    [{ state: 'kept', source: 'stored', name: 'Home' }, 'key saved'],
  ];
  for (const [key, words] of facts) {
    it(`is told in the list: ${words}`, () => {
      const { root } = openForm(typed, { origin, ...key });
      equal(root.querySelector('.connection-what')?.textContent.includes(words), true);
    });
  }

  it('is no Microsoft account together with a header for a key, which can be removed', () => {
    const team = { name: 'X-Team', value: 'blue' };
    const own = { name: 'authorization', value: 'Bearer ${key}' };
    const form = openForm(typed, { origin, state: 'kept' }, [
      team,
      { name: 'api-key', value: '${key}' },
      own,
    ]);
    equal(form.remark(), null, 'An API key belongs there.');
    choose(form, 'microsoft');
    const remark = form.remark();
    equal(remark?.textContent.includes('would be sent in the header “api-key”'), true);
    remark?.querySelector<HTMLElement>('vscode-button')?.click();
    equal(form.headers(), [team, own]);
    equal(form.remark(), null);
    equal(document.activeElement === form.kinds(), true);
  });
});

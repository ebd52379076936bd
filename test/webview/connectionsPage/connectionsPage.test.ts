import {
  emptyDraft,
  type ConnectionDraft,
} from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  HostToConnectionsPage,
  OpenForm,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const work: ConnectionItem = {
  ref: 'id work',
  name: 'Work',
  draft: { ...emptyDraft, name: 'Work', baseUrl: 'https://a.example/v1' },
  key: { origin: 'https://a.example', state: 'kept' },
};
const local: ConnectionItem = {
  ref: 'id local',
  name: 'Local',
  draft: { ...emptyDraft, name: 'Local', baseUrl: 'http://localhost:1/v1' },
  key: { origin: 'http://localhost:1', state: 'none' },
};

function openPage(
  items: readonly ConnectionItem[] = [work, local],
  stored: { value?: unknown } = {},
) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  const left: { forms: readonly OpenForm[] } = { forms: [] };
  startConnections(root, {
    postMessage(message) {
      const intent = message as ConnectionsPageToHost;
      if (intent.kind === 'openForms') {
        equal(intent.forms.length > 0 || posted[0]?.kind === 'ready', true);
        left.forms = intent.forms;
      } else {
        posted.push(intent);
      }
    },
    getState: () => stored.value,
    setState: (value) => (stored.value = structuredClone(value)),
  });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  tell({ kind: 'connections', items });
  const labelled = (label: string): HTMLElement => {
    const found = [...root.querySelectorAll<HTMLElement>('[aria-label]')].find(
      (node) => node.ariaLabel === label,
    );
    if (found === undefined) {
      throw new Error(`There is no ${label}.`);
    }
    return found;
  };
  const button = (text: string): HTMLElement => {
    const found = [...root.querySelectorAll<HTMLElement>('vscode-button')].find(
      (node) => node.textContent.trim() === text,
    );
    if (found === undefined) {
      throw new Error(`There is no button ${text}.`);
    }
    return found;
  };
  const box = (field: string): HTMLInputElement => {
    const found = root.querySelector<HTMLInputElement>(`[id^="${field}:"]`);
    if (found === null) {
      throw new Error(`There is no box ${field}.`);
    }
    return found;
  };
  return { root, posted, tell, labelled, button, box, stored, left };
}

type Page = ReturnType<typeof openPage>;

/** Answers the last check as the host does. */
function answer({ posted, tell }: Page, check: Partial<DraftCheck>): void {
  const last = posted.findLast((intent) => intent.kind === 'check');
  if (last?.kind === 'check') {
    const { ref, revision } = last;
    tell({
      kind: 'checked',
      ref,
      revision,
      check: { problems: {}, key: { state: 'none' }, ...check },
    });
  }
}

function lastDraft({ posted }: Page): ConnectionDraft | undefined {
  const last = posted.findLast((intent) => intent.kind === 'check');
  return last?.kind === 'check' ? last.draft : undefined;
}

async function type(page: Page, field: string, text: string): Promise<void> {
  page.box(field).focus();
  await pressKey('End');
  await typeText(text);
}

describe('the page of connections', () => {
  it('lists them with key and problem, and makes no request by itself', () => {
    const broken = { ...local, ref: 'place 2', problem: 'mode: Must be "streamed".' };
    const page = openPage([work, local, broken]);
    equal(page.posted, [{ kind: 'ready' }]);
    const rows = [...page.root.querySelectorAll('.connection')].map((row) => row.textContent);
    equal(rows.length, 3);
    equal(rows[0]?.includes('key saved'), true);
    equal(rows[1]?.includes('no key'), true);
    equal(rows[2]?.includes('mode: Must be "streamed".'), true);
  });

  it('adds one: shows problems of changed fields, and all of them on Save', async () => {
    const page = openPage([]);
    page.button('Add Connection').click();
    equal(document.activeElement === page.box('name'), true);
    answer(page, { problems: { name: 'Give it a name.', baseUrl: 'It is empty.' } });
    equal(page.root.querySelectorAll('.field-problem').length, 0);
    await type(page, 'baseUrl', 'ftp:');
    answer(page, { problems: { name: 'Give it a name.', baseUrl: 'Not http.' } });
    equal(page.root.querySelector('.field-problem')?.textContent, 'Not http.');
    equal(page.box('baseUrl').ariaInvalid, 'true');
    page.button('Save').click();
    answer(page, { problems: { name: 'Give it a name.', baseUrl: 'Not http.' } });
    equal(page.root.querySelectorAll('.field-problem').length, 2);
    equal(document.activeElement === page.box('name'), true);
  });

  it('posts the draft with header rows and mode, and saves with Enter', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.root.querySelector('details')?.setAttribute('open', '');
    page.button('Add Header').click();
    await typeText('X-Team');
    await pressKey('Tab');
    await typeText('tools');
    equal(lastDraft(page)?.headers, [{ name: 'X-Team', value: 'tools' }]);
    await type(page, 'extraBody', '{}');
    await type(page, 'name', '!');
    await pressKey('Enter');
    const saved = page.posted.find((intent) => intent.kind === 'save');
    equal(saved?.kind === 'save' && [saved.ref, saved.draft.name, saved.draft.extraBody], [
      'id work',
      'Work!',
      '{}',
    ]);
    page.tell({ kind: 'saved', ref: 'id work', savedAs: 'id work' });
    equal(page.root.querySelector('.connection-form'), null);
    equal(document.activeElement === page.labelled('Edit: Work'), true);
  });

  it('merges changes of the settings and keeps typed texts', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    await type(page, 'name', ' mine');
    const theirs = { ...work.draft, model: 'm2' };
    page.tell({ kind: 'connections', items: [{ ...work, draft: theirs }] });
    equal(page.box('name').value, 'Work mine');
    equal(page.box('model').value, 'm2');
    equal(document.activeElement === page.box('name'), true);
    equal(page.root.querySelector('.form-remark'), null);
    page.tell({ kind: 'connections', items: [{ ...work, draft: { ...theirs, name: 'Theirs' } }] });
    equal(page.box('name').value, 'Work mine');
    equal(page.root.querySelector('.form-remark')?.textContent.includes('name'), true);
    page.tell({ kind: 'connections', items: [] });
    equal(page.root.querySelector('.form-remark')?.textContent.includes('removed'), true);
    equal(page.box('name').value, 'Work mine');
  });

  it('keeps typed texts while it is hidden', async () => {
    const stored: { value?: unknown } = {};
    const page = openPage([work], stored);
    page.labelled('Edit: Work').click();
    await type(page, 'name', ' mine');
    equal(openPage([work], stored).box('name').value, 'Work mine');
  });

  it('gives typed texts to the host and takes them back after the page was closed', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.labelled('Edit: Local').click();
    equal(page.left.forms, []);
    page.box('name').focus();
    await typeText(' mine');
    equal(
      page.left.forms.map(({ ref, draft }) => [ref, draft.name]),
      [['id work', 'Work mine']],
    );
    const next = openPage([work, local], {});
    next.tell({ kind: 'openForms', forms: page.left.forms });
    equal(next.box('name').value, 'Work mine');
    next.button('Discard Changes').click();
    equal(next.left.forms, []);
  });

  it('opens the form that the host asks for, and shows its header', () => {
    const page = openPage([work]);
    const headers = [{ name: 'api-key', value: '${key}' }];
    const draft = { ...emptyDraft, name: 'host:1', baseUrl: 'http://host:1', headers };
    page.tell({ kind: 'newForm', draft, place: 'headers' });
    equal(document.activeElement === page.box('header-name-1'), true);
    equal(page.box('header-name-1').checkVisibility(), true);
    equal(page.box('header-value-0').value, '${key}');
    equal(lastDraft(page)?.baseUrl, 'http://host:1');
    equal(page.box('name').value, 'host:1');
    equal(page.left.forms.length, 1, 'It is there again when the page is opened again.');
  });

  it('opens the form of a saved connection with what is to be changed in it', () => {
    const page = openPage();
    page.tell({
      kind: 'newForm',
      ref: work.ref,
      draft: { ...work.draft, model: 'm' },
      place: 'model',
    });
    equal(page.root.querySelectorAll('.connection').length, 2, 'It is not another connection.');
    equal(document.activeElement === page.box('model'), true);
    equal(page.box('model').value, 'm');
    equal(page.left.forms[0]?.ref, work.ref);
  });

  it('opens the form of a connection that the host names, and no other', () => {
    const page = openPage();
    page.tell({ kind: 'editForm', ref: 'id gone' });
    equal(page.root.querySelector('.connection-form'), null);
    page.tell({ kind: 'editForm', ref: 'id local' });
    equal(document.activeElement === page.box('name'), true);
    equal(page.box('name').value, 'Local');
  });

  it('leads to the diagnosis of a connection that can be used', () => {
    const broken = { ...local, ref: 'place 2', name: 'Broken', problem: 'mode' };
    const page = openPage([work, broken]);
    page.labelled('Diagnose Connection: Work').click();
    page.labelled('Diagnose Connection: Broken').click();
    equal(page.posted, [{ kind: 'ready' }, { kind: 'diagnose', ref: 'id work' }]);
  });

  it('says that a list has no models', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.tell({ kind: 'tested', ref: 'id work', result: { works: true, tried: 'x', models: [] } });
    equal(page.root.textContent.includes('The service has no models yet.'), true);
  });

  it('leads to connecting by a name or a text', () => {
    const page = openPage();
    page.button('Connect to a Service…').click();
    equal(page.posted.at(-1), { kind: 'connect' });
  });

  it('opens the form at the model, with why there is no list', () => {
    const page = openPage([]);
    const test = { works: false, title: 'No model list', happened: '404', advice: 'x' } as const;
    const draft = { ...emptyDraft, name: 'host', baseUrl: 'https://host/v1', model: 'm' };
    page.tell({ kind: 'newForm', draft, place: 'model', test });
    equal(document.activeElement === page.box('model'), true);
    equal(page.box('model').value, 'm');
    equal(page.root.querySelector('.connection-test')?.textContent.includes('404'), true);
    page.button('Save').click();
    const saved = page.posted.find((intent) => intent.kind === 'save');
    const { ref = '' } = saved?.kind === 'save' ? saved : {};
    page.tell({ kind: 'connections', items: [work] });
    page.tell({ kind: 'saved', ref, savedAs: work.ref });
    equal(document.activeElement === page.labelled('New Chat With It: Work'), true);
  });

  it('proposes what the service expects, and adds it on a click only', async () => {
    const page = openPage([]);
    page.button('Add Connection').click();
    await type(page, 'baseUrl', 'x');
    page.button('Add Header').click();
    const proposal = {
      service: 'GitHub',
      headers: [{ name: 'api-key', value: '${key}' }],
      modelsPath: '../catalog/models',
    };
    answer(page, { base: 'https://x/v1?a=b', proposal });
    equal(page.root.textContent.includes('Requests are sent to https://x/v1?a=b'), true);
    equal(page.root.textContent.includes('GitHub expects these headers:'), true);
    equal(page.root.textContent.includes('api-key: ${key}'), true);
    equal(lastDraft(page)?.headers.length, 1, 'Nothing is added before.');
    page.button('Add to the Connection').click();
    equal(JSON.stringify(lastDraft(page)?.headers), JSON.stringify(proposal.headers));
    equal(lastDraft(page)?.modelsPath, '../catalog/models');
    equal(document.activeElement === page.box('header-value-0'), true);
    equal(page.box('header-value-0').checkVisibility(), true);
    answer(page, {});
    equal(page.root.querySelector('.proposal'), null);
  });

  it('has boxes for the paths, with the addresses that they lead to', async () => {
    const page = openPage([work]);
    page.labelled('Edit: Work').click();
    page.root.querySelector('details')?.setAttribute('open', '');
    await type(page, 'modelsPath', '/list');
    equal(lastDraft(page)?.modelsPath, '/list');
    const requests = {
      models: 'https://a.example/v1/list',
      chatCompletions: 'https://a.example/c',
    };
    answer(page, { requests });
    equal(page.root.textContent.includes('https://a.example/v1/list'), true);
    equal(page.root.textContent.includes('https://a.example/c'), true);
    answer(page, { problems: { modelsPath: 'No path.' } });
    equal(page.box('modelsPath').ariaInvalid, 'true');
  });

  it('has a switch for VS Code and other extensions, off at first, and says who then pays', () => {
    const { root, posted, labelled, button, box } = openPage();
    labelled('Edit: Local').click();
    const field = box('offerToVSCode');
    equal(field.checked, false);
    equal(
      root.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)?.textContent.trim(),
      'VS Code’s chat and every other extension can then use them without asking you. Their requests are billed to this connection, and Parley lists each one in its log.',
    );
    field.click();
    button('Save').click();
    const saved = posted.find((intent) => intent.kind === 'save');
    equal(saved?.kind === 'save' && saved.draft.offerToVSCode, true);
  });

  it('says which connections are offered', () => {
    const offered = { ...work, draft: { ...work.draft, offerToVSCode: true } };
    const { root } = openPage([offered, local]);
    const words = [...root.querySelectorAll('.connection')].map(({ textContent }) =>
      textContent.includes('models offered to VS Code'),
    );
    equal(words, [true, false]);
  });

  it('moves a key from a header to where keys are', async () => {
    const headers = [
      { name: 'X-Team', value: 'blue' },
      { name: 'x-api-key', value: 'Bearer k' },
    ];
    const page = openPage([{ ...work, draft: { ...work.draft, headers } }]);
    page.labelled('Edit: Work').click();
    answer(page, {});
    equal(page.root.querySelector('[id^="move-key:"]'), null);
    answer(page, { keyHeader: 1 });
    equal(
      page.root.textContent.includes('The header “x-api-key” seems to contain an API key'),
      true,
    );
    page.button('Move API Key to Secret Storage').click();
    const asked = page.posted.at(-1);
    equal(asked?.kind === 'moveKey' && asked.draft.headers[1]?.value === 'Bearer k', true);
    page.tell({ kind: 'keyMoved', ref: work.ref, index: 1, value: 'Bearer ${key}' });
    equal(lastDraft(page)?.headers[1]?.value, 'Bearer ${key}');
    equal(lastDraft(page)?.headers[0]?.value, 'blue');
    page.tell({ kind: 'keyMoved', ref: 'id gone', index: 0, value: 'x' });
    page.tell({ kind: 'keyMoved', ref: work.ref, index: 9, value: 'x' });
    equal(lastDraft(page)?.headers.length, 2);
  });

  it('shows the requests of a test as they were sent, folded', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const sent = 'GET https://a.example/v1/models?a=b\napi-key: $API_KEY';
    const result = { works: true, tried: 'x', models: ['m'], sent } as const;
    page.tell({ kind: 'tested', ref: 'id work', result });
    const fold = page.root.querySelector<HTMLDetailsElement>('.sent-requests');
    equal(fold?.open, false);
    equal(fold?.querySelector('pre')?.textContent, sent);
    equal(fold?.closest('[role=status]'), null, 'It is not announced.');
  });

  it('offers another form of the address, and sends nothing to it by itself', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const result = {
      works: false,
      title: 'No model list',
      happened: '404',
      advice: 'Check the address.',
      otherAddress: 'https://a.example/v1',
    } as const;
    page.tell({ kind: 'tested', ref: 'id work', result });
    equal(
      page.root.textContent.includes('The service may be at https://a.example/v1 instead.'),
      true,
    );
    page.button('Use This Address').click();
    equal(lastDraft(page)?.baseUrl, 'https://a.example/v1');
    equal(
      page.posted.some(({ kind }) => kind === 'test'),
      false,
    );
  });

  it('says which one the current chat uses, and begins a chat with another', () => {
    const page = openPage();
    equal(page.root.querySelector('.connection-in-use'), null);
    page.tell({ kind: 'connections', items: [work, local], inUse: 'id work' });
    const rows = [...page.root.querySelectorAll('.connection h2')];
    equal(
      rows.map((row) => row.textContent.includes('In use')),
      [true, false],
    );
    page.labelled('New Chat With It: Local').click();
    equal(page.posted.at(-1), { kind: 'newChat', ref: 'id local' });
  });

  it('begins no chat with one that cannot be used', () => {
    const page = openPage([{ ...work, problem: 'baseUrl: Must not be empty.' }]);
    page.labelled('New Chat With It: Work').click();
    equal(page.posted, [{ kind: 'ready' }]);
  });

  it('has words on its buttons, but for those that move and remove', () => {
    const page = openPage([work]);
    const buttons = [...page.root.querySelectorAll('.connection-tools > button')];
    equal(
      buttons.map((button) => button.textContent.trim()),
      ['New Chat With It', 'Edit', 'Diagnose', 'Duplicate', '', '', ''],
    );
  });

  it('offers the models that are known, and those of a test', async () => {
    const page = openPage([{ ...work, models: ['m1', 'm2'] }]);
    const offered = (): readonly string[] =>
      [...(page.box('model').list?.options ?? [])].map(({ value }) => value);
    page.labelled('Edit: Work').click();
    equal(offered(), ['m1', 'm2']);
    equal((page.box('model').list?.options.length ?? 0) > 0, true);
    await type(page, 'model', 'own-model');
    equal(lastDraft(page)?.model, 'own-model');
    page.tell({
      kind: 'tested',
      ref: 'id work',
      result: { works: true, tried: 'GET x', models: ['m3'] },
    });
    equal(offered(), ['m3']);
  });

  it('tests on a click only, once at a time, and shows the result', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const test = page.button('Test');
    test.click();
    test.click();
    equal(page.posted.filter(({ kind }) => kind === 'test').length, 1);
    const tried = 'GET https://a.example/v1/models → 200, 2 models';
    page.tell({
      kind: 'tested',
      ref: 'id work',
      result: { works: true, tried, models: ['a', 'b'] },
    });
    equal(page.root.querySelector('.works')?.textContent, tried);
  });

  it('says that the key of the old address is not sent to the new one', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    answer(page, { key: work.key });
    await type(page, 'baseUrl', '/x');
    answer(page, { key: { origin: 'https://b.example', state: 'none' } });
    const words = page.labelled('API key').textContent;
    equal(words.includes('The key for https://a.example is not sent there'), true);
    page.button('Set API Key…').click();
    equal(page.posted.at(-1)?.kind, 'setKey');
  });

  it('moves a connection by keyboard and keeps the focus on the button', async () => {
    const page = openPage();
    page.labelled('Move Down: Work').focus();
    await pressKey('Enter');
    equal(page.posted.at(-1), { kind: 'moveDown', ref: 'id work' });
    page.tell({ kind: 'connections', items: [local, work] });
    equal(document.activeElement === page.labelled('Move Down: Work'), true);
    equal(document.activeElement?.getAttribute('aria-disabled'), 'true');
    await pressKey('Enter');
    equal(page.posted.filter(({ kind }) => kind === 'moveDown').length, 1);
  });

  it('removes a connection with undo, and says that the key stays', async () => {
    const page = openPage();
    page.labelled('Remove: Work').click();
    page.tell({ kind: 'connections', items: [local] });
    const bar = page.root.querySelector('.connections-bar')?.textContent ?? '';
    equal(bar.includes('The API key for https://a.example is still saved.'), true);
    await Promise.resolve();
    equal(document.activeElement === page.button('Undo'), true);
    page.button('Undo').click();
    equal(page.posted.at(-1), { kind: 'undoRemove' });
    equal(page.root.querySelector('.connections-bar'), null);
  });
});

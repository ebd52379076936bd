import { type FieldTexts } from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  DraftCheck,
  FormNews,
  HostToConnectionsPage,
} from '../../../src/shared/connectionsPage/protocol.ts';
import { startConnections } from '../../../src/webview/connectionsPage/connectionsPage.ts';
import { equal } from '../assert.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const work: ConnectionItem = {
  ref: 'id work',
  name: 'Work',
  address: 'https://a.example/v1',
  draft: { name: 'Work', baseUrl: 'https://a.example/v1' },
  facts: 'no default model · key saved',
};
const local: ConnectionItem = {
  ref: 'id local',
  name: 'Local',
  address: 'http://localhost:1/v1',
  draft: { name: 'Local', baseUrl: 'http://localhost:1/v1' },
  facts: 'no default model · no key',
};

/** The open page, with a host that keeps its forms and has these open already. */
function openPage(
  items: readonly ConnectionItem[] = [work, local],
  forms: readonly FormNews[] = [],
) {
  document.body.replaceChildren();
  const root = document.createElement('div');
  document.body.append(root);
  const posted: ConnectionsPageToHost[] = [];
  const kept = new Map<string, FieldTexts>();
  startConnections(root, {
    postMessage(message) {
      const intent = message as ConnectionsPageToHost;
      const { kind, ref = '', change = {} } = intent;
      if (kind === 'edit') {
        kept.set(ref, change);
      } else if (kind === 'close') {
        kept.delete(ref);
      } else {
        posted.push(intent);
      }
    },
  });
  const tell = (message: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  };
  tell({ kind: 'connections', items });
  forms.forEach((form) => tell({ kind: 'form', ...form }));
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
  return { root, posted, tell, labelled, button, box, kept };
}

type Page = ReturnType<typeof openPage>;

/** The form that was opened last, with what was changed in it. */
function lastForm({ kept }: Page): readonly [ref: string, change: FieldTexts] {
  return [...kept].at(-1) ?? ['', {}];
}

function lastChange(page: Page): FieldTexts {
  return lastForm(page)[1];
}

const noKey: DraftCheck['key'] = { text: '', kinds: [], names: [], state: 'none' };

/** Says something of the last form, as the host does. */
function answer(page: Page, check: Partial<DraftCheck>): void {
  const [ref] = lastForm(page);
  const rest = { problems: {}, hints: {}, key: noKey };
  page.tell({ kind: 'form', ref, check: { ...rest, ...check } });
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
    page.tell({ kind: 'form', ref: lastForm(page)[0], place: 'name' });
    equal(document.activeElement === page.box('name'), true);
  });

  it('gives the host what is typed, and saves with Enter', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.root.querySelector('details')?.setAttribute('open', '');
    await type(page, 'headers', 'X-Team: tools');
    await pressKey('Enter');
    equal(lastChange(page).headers, 'X-Team: tools\n', 'Enter makes a line there.');
    equal(page.posted, [{ kind: 'ready' }]);
    await type(page, 'extraBody', '{}');
    await type(page, 'name', '!');
    await pressKey('Enter');
    equal(page.posted.at(-1), { kind: 'save', ref: 'id work' });
    equal([lastChange(page).name, lastChange(page).extraBody], ['Work!', '{}']);
    page.tell({ kind: 'saved', ref: 'id work', savedAs: 'id work', isNew: false });
    equal(page.root.querySelector('.connection-form'), null);
    equal(document.activeElement === page.labelled('Edit: Work'), true);
    equal(page.kept.size, 0);
  });

  it('has a choice of the mode', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const mode = page.root.querySelector<HTMLSelectElement>('[id^="mode:"]');
    equal(
      [...(mode?.options ?? [])].map(({ value }) => value),
      ['', 'standard'],
    );
    if (mode !== null) {
      mode.value = 'standard';
      mode.dispatchEvent(new Event('change'));
    }
    equal(lastChange(page).mode, 'standard');
  });

  it('follows the settings but in what was typed', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    await type(page, 'name', ' mine');
    const theirs = { ...work.draft, name: 'Theirs', model: 'm2' };
    page.tell({ kind: 'connections', items: [{ ...work, draft: theirs }] });
    equal(page.box('name').value, 'Work mine');
    equal(page.box('model').value, 'm2');
    equal(document.activeElement === page.box('name'), true);
    equal([...page.kept.values()], [{ name: 'Work mine' }]);
    page.tell({ kind: 'connections', items: [] });
    equal(page.box('name').value, 'Work mine');
    page.labelled('New connection');
  });

  it('gives typed texts to the host, and takes them back when it is loaded again', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.labelled('Edit: Local').click();
    page.box('name').focus();
    await typeText(' mine');
    const changes = [
      ['id work', { name: 'Work mine' }],
      ['id local', {}],
    ] as const;
    equal([...page.kept], changes);
    const next = openPage(
      [work, local],
      changes.map(([ref, change]) => ({ ref, change })),
    );
    equal(next.box('name').value, 'Work mine');
    next.button('Discard Changes').click();
    equal(document.activeElement === next.labelled('Edit: Work'), true);
    next.button('Close').click();
    equal(next.kept.size, 0);
    next.button('Add Connection').click();
    next.button('Close').click();
    await Promise.resolve();
    equal(document.activeElement === next.button('Add Connection'), true);
  });

  it('opens the form that the host asks for, at the field that it names', () => {
    const page = openPage([work]);
    const change = { name: 'host:1', baseUrl: 'http://host:1', headers: 'api-key: ${key}' };
    page.tell({ kind: 'form', ref: 'id host', change, place: 'headers' });
    equal(document.activeElement === page.box('headers'), true);
    equal(page.box('headers').checkVisibility(), true);
    equal(page.box('headers').value, 'api-key: ${key}');
    equal(lastChange(page).baseUrl, 'http://host:1');
    equal(page.box('name').value, 'host:1');
    page.labelled('New connection');
  });

  it('opens the form of a saved connection with what is to be changed in it', () => {
    const page = openPage();
    page.tell({ kind: 'form', ref: work.ref, change: { model: 'm' }, place: 'model' });
    equal(page.root.querySelectorAll('.connection').length, 2, 'It is not another connection.');
    equal(document.activeElement === page.box('model'), true);
    equal(page.box('model').value, 'm');
    equal([...page.kept.keys()], [work.ref]);
  });

  it('keeps what was typed in a form that the host opens, and changes none that is closed', async () => {
    const page = openPage();
    page.labelled('Edit: Local').click();
    await type(page, 'name', ' mine');
    page.tell({ kind: 'form', ref: local.ref, change: {}, place: 'name' });
    equal(page.box('name').value, 'Local mine');
    page.tell({ kind: 'form', ref: work.ref, diagnosis: { status: 'fine', lines: [] } });
    equal(page.root.querySelectorAll('.connection-form').length, 1);
  });

  it('diagnoses a connection that can be used, in its form', () => {
    const broken = { ...local, ref: 'place 2', name: 'Broken', problem: 'mode' };
    const page = openPage([work, broken]);
    page.labelled('Diagnose: Work').click();
    page.labelled('Diagnose: Broken').click();
    equal(page.posted, [{ kind: 'ready' }, { kind: 'diagnose', ref: 'id work' }]);
  });

  it('says that a list has no models', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const lines = ['GET x → 200', 'The service has no models yet.'];
    page.tell({ kind: 'form', ref: 'id work', diagnosis: { status: 'fine', lines, models: [] } });
    equal(page.root.textContent.includes('The service has no models yet.'), true);
  });

  it('leads to connecting by a name or a text', () => {
    const page = openPage();
    page.button('Connect to a Service…').click();
    equal(page.posted.at(-1), { kind: 'connect' });
  });

  it('opens the form at the model, with why there is no list', () => {
    const page = openPage([]);
    const diagnosis = { status: 'problem', lines: ['No model list', 'x'], tried: '404' } as const;
    const change = { name: 'host', baseUrl: 'https://host/v1', model: 'm' };
    page.tell({ kind: 'form', ref: 'id h', change, place: 'model', diagnosis });
    equal(document.activeElement === page.box('model'), true);
    equal(page.box('model').value, 'm');
    equal(page.root.querySelector('.form-diagnosis')?.textContent.includes('404'), true);
    page.button('Save').click();
    equal(page.posted.at(-1), { kind: 'save', ref: 'id h' });
    page.tell({ kind: 'connections', items: [{ ...work, ref: 'id h' }] });
    page.tell({ kind: 'saved', ref: 'id h', savedAs: 'id h', isNew: true });
    equal(document.activeElement === page.labelled('New Chat With It: Work'), true);
  });

  it('proposes what the host offers, and adds it on a click only', () => {
    const page = openPage([]);
    page.button('Add Connection').click();
    const change = { headers: 'api-key: ${key}', 'paths.models': '../catalog/models' };
    const offer = { text: 'GitHub expects:', code: 'api-key: ${key}', button: 'Add', change };
    answer(page, { hints: { baseUrl: 'Requests are sent to x' }, offer });
    equal(page.root.textContent.includes('Requests are sent to x'), true);
    equal(page.root.textContent.includes('GitHub expects:'), true);
    equal(page.root.querySelector('.form-remark pre')?.textContent, 'api-key: ${key}');
    equal(lastChange(page), {}, 'Nothing is added before.');
    page.button('Add').click();
    equal(lastChange(page).headers, 'api-key: ${key}');
    equal(lastChange(page)['paths.models'], '../catalog/models');
    equal(document.activeElement === page.box('headers'), true);
    equal(page.box('headers').checkVisibility(), true);
    answer(page, {});
    equal(page.root.querySelector('.form-remark'), null);
  });

  it('has boxes for the paths, with the addresses that they lead to', async () => {
    const page = openPage([work]);
    page.labelled('Edit: Work').click();
    page.root.querySelector('details')?.setAttribute('open', '');
    await type(page, 'paths.models', '/list');
    equal(lastChange(page)['paths.models'], '/list');
    const hints = {
      'paths.models': 'https://a.example/v1/list',
      'paths.chatCompletions': 'https://a.example/c',
    };
    answer(page, { hints });
    equal(page.root.textContent.includes('https://a.example/v1/list'), true);
    equal(page.root.textContent.includes('https://a.example/c'), true);
    answer(page, { hints, problems: { 'paths.models': 'No path.' } });
    equal(page.box('paths.models').ariaInvalid, 'true');
    equal(page.root.textContent.includes('https://a.example/v1/list'), false);
  });

  it('has a switch for VS Code and other extensions, off at first, and says who then pays', () => {
    const { root, labelled, box, kept } = openPage();
    labelled('Edit: Local').click();
    const field = box('offerToVSCode');
    equal(field.checked, false);
    equal(
      root.querySelector(`[id="${field.id}-hint"]`)?.textContent.trim(),
      'VS Code’s chat and every other extension can then use them without asking you. Their requests are billed to this connection, and Parley lists each one in its log.',
    );
    equal(field.getAttribute('aria-describedby')?.includes(`${field.id}-hint`), true);
    field.click();
    equal(kept.get(local.ref)?.offerToVSCode, 'true');
    field.click();
    equal(kept.get(local.ref)?.offerToVSCode, '');
  });

  it('offers another form of the address, and sends nothing to it by itself', () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const offer = {
      text: 'The service may be elsewhere.',
      button: 'Use This Address',
      change: { baseUrl: 'https://a.example/v2' },
    };
    const diagnosis = { status: 'problem', lines: ['No model list', '404'], offer } as const;
    page.tell({ kind: 'form', ref: 'id work', diagnosis });
    equal(page.root.textContent.includes('The service may be elsewhere.'), true);
    page.button('Use This Address').click();
    equal(lastChange(page).baseUrl, 'https://a.example/v2');
    equal(document.activeElement === page.box('baseUrl'), true);
    equal(
      page.posted.some(({ kind }) => kind === 'diagnose'),
      false,
    );
  });

  it('begins a chat with a connection', () => {
    const page = openPage();
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
      ['New Chat With It', 'Edit', 'Diagnose', 'Duplicate', '', ''],
    );
  });

  it('offers the models that are known, and those of a test', async () => {
    const page = openPage([{ ...work, models: ['m1', 'm2'] }]);
    const offered = (): readonly string[] =>
      [...(page.box('model').list?.options ?? [])].map(({ value }) => value);
    page.labelled('Edit: Work').click();
    equal(offered(), ['m1', 'm2']);
    equal(page.box('name').list, null, 'What has no suggestions is a text box, not a combo box.');
    await type(page, 'model', 'own-model');
    equal(lastChange(page).model, 'own-model');
    page.tell({
      kind: 'form',
      ref: 'id work',
      diagnosis: { status: 'fine', lines: ['GET x'], models: ['m3'] },
    });
    equal(offered(), ['m3']);
  });

  it('diagnoses on a click only, once at a time, and shows the result as long as it is true', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    const diagnose = page.button('Diagnose');
    diagnose.click();
    page.tell({
      kind: 'form',
      ref: 'id work',
      diagnosis: { status: 'running', lines: ['Checking…'] },
    });
    equal(page.root.textContent.includes('Checking…'), true);
    diagnose.click();
    equal(page.posted.filter(({ kind }) => kind === 'diagnose').length, 1);
    const tried = 'GET https://a.example/v1/models → 200, 2 models';
    page.tell({
      kind: 'form',
      ref: 'id work',
      diagnosis: { status: 'fine', lines: [tried], models: ['a', 'b'], report: 'id work' },
    });
    page.button('Show Report').click();
    equal(page.posted.at(-1), { kind: 'showReport', ref: 'id work' });
    equal(page.root.querySelector('.works')?.textContent.trim(), tried);
    await type(page, 'model', 'a');
    equal(
      page.root.querySelector('.works')?.textContent.trim(),
      tried,
      'It is chosen from the list.',
    );
    await type(page, 'baseUrl', '/x');
    equal(page.root.querySelector('.works'), null, 'Another address was not diagnosed.');
  });

  it('leads from a diagnosis or a key to the field that has to be mended first', async () => {
    const page = openPage([]);
    page.button('Add Connection').click();
    const key = { ...noKey, button: 'Set API Key…' };
    const check = { problems: { baseUrl: 'It is empty.' }, hints: {}, key };
    answer(page, { key });
    for (const button of ['Diagnose', 'Set API Key…']) {
      page.button(button).click();
      page.tell({ kind: 'form', ref: lastForm(page)[0], place: 'baseUrl', check });
      await Promise.resolve();
      equal(document.activeElement === page.box('baseUrl'), true);
      equal(page.root.querySelector('.field-problem')?.textContent, 'It is empty.');
      equal(page.root.textContent.includes('Checking'), false);
    }
    equal(
      page.posted.map(({ kind }) => kind),
      ['ready', 'diagnose', 'setKey'],
    );
  });

  it('copies a connection into the form of a new one, whose models nobody has offered', () => {
    const offered = { ...work, draft: { ...work.draft, model: 'm', offerToVSCode: 'true' } };
    const page = openPage([offered]);
    page.labelled('Duplicate: Work').click();
    const [ref, change] = lastForm(page);
    equal(ref === work.ref, false);
    equal(change, { baseUrl: work.draft.baseUrl, model: 'm', name: 'Work (copy)' });
    page.labelled('New connection');
    equal(document.activeElement === page.box('name'), true);
  });

  it('moves a connection by keyboard and keeps the focus on the button', async () => {
    const page = openPage();
    page.labelled('Move Up: Local').focus();
    await pressKey('Enter');
    equal(page.posted.at(-1), { kind: 'moveUp', ref: 'id local' });
    page.tell({ kind: 'connections', items: [local, work] });
    equal(document.activeElement === page.labelled('Move Up: Local'), true);
    equal(document.activeElement?.getAttribute('aria-disabled'), 'true');
    await pressKey('Enter');
    equal(page.posted.filter(({ kind }) => kind === 'moveUp').length, 1);
  });

  it('removes a connection, and moves the focus to what stays', async () => {
    const page = openPage();
    page.labelled('Edit: Work').click();
    page.labelled('Remove: Work').click();
    equal(page.root.querySelector('.connection-form'), null, 'Its form goes with it.');
    equal(page.posted.at(-1), { kind: 'remove', ref: 'id work' });
    await Promise.resolve();
    equal(document.activeElement === page.button('Add Connection'), true);
    page.tell({ kind: 'connections', items: [local] });
    equal(page.root.querySelectorAll('.connection').length, 1);
  });
});

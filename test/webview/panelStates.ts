import * as l10n from '@vscode/l10n';
import { imageFile, imageHost, stored } from './images/imageFiles.ts';
import type { FieldTexts } from '../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
  HostToConnectionsPage,
} from '../../src/shared/connectionsPage/protocol.ts';
import type { ReplyError, Turn } from '../../src/shared/conversation/conversation.ts';
import type { PanelNotice } from '../../src/shared/panel/panelState.ts';
import { serviceErrorKinds } from '../../src/shared/service/serviceErrorKind.ts';
import { keySourceKinds } from '../../src/shared/service/keySource.ts';
import { startConnections } from '../../src/webview/connectionsPage/connectionsPage.ts';
import { startDiagram } from '../../src/webview/diagramPage/diagramPage.ts';
import { aTurn } from '../support/builders.ts';
import { until } from '../support/until.ts';
import {
  anEndedTurn,
  nextFrame,
  openPanel,
  read,
  settings,
  textDelta,
  type OpenPanel,
} from './openPanel.ts';
import { type PageStyle, usePageStyle } from './pageStyle.ts';

/** How the page gets into a state, by a name of it. */
type States = Readonly<Record<string, () => void | Promise<void>>>;

const reply = [
  '# Heading\n\nText with `code`, a [link](https://example.org/a) and ![an image](https://example.org/i.png).',
  '- one\n- two\n  - three\n\n1. first\n2. second\n\n- [x] done\n- [ ] open',
  '> quoted\n\n---\n\n| a | b |\n|---|--:|\n| 1 | 2 |',
  '```ts\nconst a = 1; // comment\n```\n\nמימין לשמאל',
].join('\n\n');

const failed = (id: string, error: Partial<ReplyError>): Turn =>
  aTurn(id, {
    reply: {
      status: error.kind === 'aborted' ? 'stopped' : 'failed',
      text: 'Some text.',
      error: {
        kind: 'server',
        message: 'What was tried.',
        detail: 'What it said.',
        status: 500,
        requestId: 'r1',
        ...error,
      },
    },
  });

const errors: readonly Turn[] = serviceErrorKinds.map((kind) => failed(kind, { kind }));

/** The states of the panel. */
const panel: States = {
  'before the first message of the host': () => void openPanel(),
  'the first run': () => openPanel().snapshot([], {}),
  'a setting that cannot be used': () => openPanel().snapshot([], { problems: ['A: no address'] }),
  'an empty chat': () => openPanel().snapshot([]),
  'a temporary chat': () =>
    openPanel().tell({
      kind: 'snapshot',
      conversation: { id: 'c', createdAt: 0, turns: [], isTemporary: true },
      settings,
    }),
  'a system prompt': () =>
    openPanel().snapshot([], {
      target: { ...settings.target, connection: 'A', systemPrompt: 'Be brief.' },
    }),
  'a reply that is awaited': () => openPanel().snapshot([aTurn('1')]),
  'a reply that is coming': () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events(textDelta('1', reply));
  },
  'a reply that runs in another window': () =>
    openPanel().snapshot([
      { ...aTurn('1', { reply: { text: reply, firstTokenAt: 1 } }), isElsewhere: true },
    ]),
  'a whole reply': () =>
    openPanel().snapshot([
      {
        ...anEndedTurn('1', reply, {
          reasoning: 'I think.',
          usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
          finishReason: 'stop',
          endedAt: 5000,
          requestId: 'r1',
        }),
        user: {
          text: 'Why?',
          context: [
            { path: 'a.ts', languageId: 'typescript', startLine: 1, endLine: 2, text: 'x' },
          ],
        },
      },
    ]),
  'blocks of code that were applied': () => {
    const text = ['src/deeply/nested/a.ts', 'b.ts']
      .map((path) => `\`\`\`typescript ${path}\nlet a;\n\`\`\``)
      .join('\n');
    const block = { replyId: '1', length: 6 };
    openPanel().snapshot([anEndedTurn('1', text)], {
      ...settings,
      applied: [
        { ...block, index: 0, files: ['src/deeply/nested/a.ts'] },
        { ...block, index: 1, files: [] },
      ],
    });
  },
  'a reply that was cut': () =>
    openPanel().snapshot([
      aTurn('1', { reply: { status: 'completed', text: 'a', finishReason: 'length', endedAt: 2 } }),
      aTurn('2', { parentId: '1', reply: { status: 'truncated', text: 'b', endedAt: 2 } }),
      aTurn('3', { parentId: '2', reply: { status: 'stopped', text: 'c', endedAt: 2 } }),
    ]),
  ...Object.fromEntries(
    errors.map((turn) => [`the error ${turn.id}`, () => openPanel().snapshot([turn])]),
  ),
  'a countdown': () => {
    const waiting = { until: Date.now() + 60_000, delayMs: 60_000, reason: 'rateLimited' } as const;
    openPanel().snapshot([aTurn('1', { reply: { waiting } })]);
  },
  'a notice': () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.tell({
      kind: 'notice',
      notice: { severity: 'warning', text: 'Something was not saved.' },
    });
  },
  'the bar of the finder': () => find('text'),
  'the bar of the finder without results': () => find('nowhere'),
  'a long message, folded, and a reply that the user has folded': () => {
    const panel = openPanel();
    const turn = anEndedTurn('1', reply);
    panel.snapshot([{ ...turn, user: { text: 'line\n'.repeat(50), context: [] } }]);
    panel.tell({ kind: 'read', action: 'foldMessage', turnId: '1' });
  },
  'a message and a block of code with the focus': () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', reply)]);
    panel.tell({ kind: 'read', action: 'previousMessage' });
    panel.tell({ kind: 'read', action: 'nextCodeBlock' });
  },
  'the last reply, read aloud': () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', reply)]);
    panel.tell({ kind: 'read', action: 'readLastReply' });
  },
  'files that are about to be dropped': () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.get('.drop-overlay').hidden = false;
  },
  'the parameters': () => {
    const panel = openPanel();
    panel.snapshot([]);
    document.querySelector<HTMLElement>('[popover]')?.showPopover();
  },
  'the details of a reply': () => {
    openPanel().snapshot([anEndedTurn('1', 'text', { requestId: 'r1', endedAt: 5000 })]);
    document.querySelectorAll<HTMLDetailsElement>('details').forEach((node) => (node.open = true));
  },
  diagrams: async () => {
    const panel = openPanel();
    const sources = ['flowchart LR\n A[Start] --> B', 'flowchart LR\n A -->', 'pie\n "a" : 1'];
    const fences = sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`);
    panel.snapshot([anEndedTurn('1', fences.join('\n'))]);
    const buttons = [...panel.root.querySelectorAll<HTMLElement>('.diagram-button')];
    buttons.slice(0, 2).forEach((button) => button.click());
    await until(
      'a diagram and an error',
      () => panel.root.querySelector('.reply:has(.code-block.drawn):has(.diagram-error)') !== null,
    );
  },
  'the page of a diagram': async () => {
    document.body.replaceChildren();
    const root = document.body.appendChild(document.createElement('div'));
    startDiagram(root, () => {});
    const data = { kind: 'diagram', text: 'flowchart LR\n A[Start] --> B' };
    window.dispatchEvent(new MessageEvent('message', { data }));
    await until('the picture', () => root.querySelector('img') !== null);
  },
  'the commands after a slash': () => void write('/'),
  'the prompts after a slash': () => {
    const panel = write('/re');
    const prompts = [
      { id: 'a', name: 'm1', description: '', place: '' },
      { id: 'b', name: 'reply', description: '', place: '' },
    ];
    panel.tell({ kind: 'foundPrompts', prompts });
  },
  'instructions that are offered': () => {
    const offered = [{ uri: 'file:///a', name: 'a.ts' }];
    const instructions = { attached: [], offered, problems: [] };
    openPanel().snapshot([], { ...settings, instructions });
  },
  'instructions of a new chat': () => {
    const file = { languageId: 'markdown', startLine: 1, endLine: 1, text: 'Some text.' };
    const attached = [{ ...file, kind: 'instructions', path: 'a.ts', uri: 'x:a' }];
    openPanel().snapshot([], {
      ...settings,
      instructions: { attached, offered: [], problems: [] },
    });
  },
  'a message that is being edited': () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', reply)]);
    panel.get('[data-action="editMessage"]').click();
  },
  'a selection that is offered': () => {
    const selection = { path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 2, text: '' };
    openPanel().snapshot([], { ...settings, selection });
  },
  'a system prompt that is being written': () => {
    const panel = openPanel();
    panel.snapshot([]);
    read(panel, 'editSystemPrompt');
  },
  'a message that waits for the running reply': () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events({ kind: 'messageQueued', message: { text: 'next', context: [] } });
  },
  'a message that is held back': () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1', { reply: { status: 'stopped', text: 'a', endedAt: 2 } })]);
    panel.events({ kind: 'messageQueued', message: { text: 'next', context: [] } });
  },
  'what goes along with a message': () => {
    const panel = openPanel();
    panel.snapshot([]);
    const item = { path: 'a.ts', languageId: 'typescript', startLine: 1, endLine: 2, text: 'x' };
    const items = [
      item,
      { ...item, kind: 'folder' },
      { ...item, kind: 'symbol', name: 'A' },
      { ...item, kind: 'cell', name: '3', uri: 'parley-context:1' },
      { ...item, kind: 'clipboard', path: 'clipboard', cutFrom: { lines: 9, characters: 99 } },
    ];
    panel.tell({ kind: 'addContext', items });
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('1', { user: { text: 'Test', context: items } }),
    });
  },
  'two replies that are compared': () => {
    const panel = openPanel();
    const first = anEndedTurn('1', reply);
    panel.snapshot([first, { ...anEndedTurn('2', reply), user: first.user }]);
    panel.events({ kind: 'besideSet', turnId: '1' });
  },
  'a tool call, and a reply that broke off': () => {
    const toolCalls = [
      { name: 'get_weather', arguments: `{"cities": "${'Reykjavík, '.repeat(200)}"}` },
    ];
    const error = { kind: 'network', message: 'reset', code: 'ECONNRESET' } as const;
    openPanel().snapshot([
      anEndedTurn('1', '', { toolCalls, finishReason: 'tool_calls' }),
      { ...anEndedTurn('2', 'It beg', { status: 'failed', error }), parentId: '1' },
    ]);
  },
  'a reply that was gone on with': () => {
    const isContinuation = true;
    openPanel().snapshot([
      aTurn('1', { reply: { status: 'truncated', text: 'a', finishReason: 'length', endedAt: 2 } }),
      { ...anEndedTurn('2', 'b', { endedAt: 3 }), parentId: '1', isContinuation },
    ]);
  },
  'footnotes and math': async () => {
    const panel = openPanel();
    const math = 'Text[^1] and $q^7$.\n\n$$\n\\int q\n$$\n\n[^1]: A note.';
    panel.snapshot([anEndedTurn('1', math)]);
    await until('the math', () => panel.root.querySelectorAll('.katex').length >= 2);
  },
  'the way to what has come meanwhile': async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'line\n\n'.repeat(100)), aTurn('2', { parentId: '1' })]);
    await nextFrame();
    panel.get('.scroller').scrollTop = 0;
    await nextFrame();
    panel.events(textDelta('2', 'line\n\n'.repeat(100)));
    await until('the button', () => !panel.get('.latest').hidden);
  },
  'an error of the panel': () => notice({ severity: 'error', text: 'It was not saved.' }),
  'a notice with a way out': () =>
    notice({ severity: 'warning', text: 'It takes no streams.', standardModeFor: 'a' }),
  'a notice with Undo': () =>
    notice({ severity: 'info', text: 'The message was removed.', removedIds: ['1'] }),
  'costs, and the total of the conversation': () => {
    const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
    const ended = { usage, endedAt: 5000, finishReason: 'stop' };
    openPanel().snapshot(
      [anEndedTurn('1', 'a', ended), { ...anEndedTurn('2', 'b', ended), parentId: '1' }],
      { ...settings, prices: { user: { m1: { prompt: 0.2, completion: 0.6 } } } },
    );
  },
  'a context that is nearly full': () => fill(100),
  'a context that is too small': () => fill(10),
  'parameters that are set, and one that cannot be sent': () => {
    const panel = openPanel();
    panel.snapshot([], {
      target: { ...settings.target, connection: 'A', parameters: { top_p: 1 } },
    });
    panel.events({ kind: 'parametersSet', parameters: { max_tokens: 5, top_p: null } });
    panel.get('.parameters-button').click();
    type(panel.get('#parameter-temperature'), '3');
  },
  'every parameter, with what the model does not take': () => {
    const panel = openPanel();
    panel.snapshot([], {
      target: {
        connection: 'A',
        model: 'm1',
        parameters: { thinkingEffort: 'low', response_format: { type: 'text' } },
        thinking: { field: 'reasoning_effort', efforts: ['none', 'low', 'high'] },
        notListed: ['seed', 'top_p', 'thinkingEffort', 'response_format'],
      },
    });
    panel.events({
      kind: 'parametersSet',
      parameters: {
        thinkingEffort: 9,
        seed: 7,
        response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: {} } },
        fields: { min_p: 0.05 },
      },
    });
    panel.get('.parameters-button').click();
    type(panel.get('#parameter-otherEffort'), '!');
    type(panel.get('#parameter-schema'), '{');
    panel.get('#parameter-add-field').click();
    type(panel.get('#parameter-field-1-name'), 'model');
  },
  'replies of another model and of another configuration, unfolded': () => {
    const panel = openPanel();
    const [model, provider] = ['m1', 'Hamster'];
    const changed = { answeredBy: model, fingerprint: 'fp_2', fingerprintBefore: 'fp_1' };
    panel.snapshot([
      anEndedTurn('1', 'text', { model, answeredBy: 'm1-mini', provider }),
      { ...anEndedTurn('2', 'text', { model, ...changed }), parentId: '1' },
    ]);
    panel.root.querySelectorAll('details').forEach((node) => (node.open = true));
  },
  'a reply with its reasoning, unfolded': () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text', { reasoning: 'I think.', reasonedUntil: 2000 })]);
    panel.root.querySelectorAll('details').forEach((node) => (node.open = true));
  },
  'reasoning that is coming': () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events({ kind: 'replyReasoning', turnId: '1', text: 'I think.', at: 2000 });
    panel.get('.reasoning').setAttribute('open', '');
  },
  'two versions of a message, and of the first one': () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', reply),
      { ...anEndedTurn('2', 'a'), parentId: '1' },
      { ...anEndedTurn('3', 'b'), parentId: '1' },
    ]);
  },
  'attachments of a message, one of them open': () => {
    const item = { languageId: 'typescript', startLine: 1, endLine: 2, text: 'x\n'.repeat(99) };
    const context = [
      { path: 'a.ts', ...item },
      { path: `${'a long name '.repeat(9)}.ts`, ...item },
    ];
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', 'text'), user: { text: 'Why?', context } }]);
    panel.get('.context-item').setAttribute('open', '');
  },
  'a system prompt, unfolded': () => {
    const panel = openPanel();
    panel.snapshot([], {
      target: { ...settings.target, connection: 'A', systemPrompt: 'Be brief.\n'.repeat(99) },
    });
    panel.get('.system-prompt details').setAttribute('open', '');
  },
  'what scrolls sideways, and code with its lines wrapped': async () => {
    const panel = openPanel();
    panel.root.style.width = '300px';
    const cells = `| ${'a_wide_cell_'.repeat(9)} `.repeat(3);
    const wide = `${cells}|\n|---|---|---|\n${cells}|\n\n$$\n${'a+'.repeat(99)}b\n$$\n`;
    const code = `\n\`\`\`ts\n${'word '.repeat(99)}\n\`\`\`\n`;
    panel.snapshot([anEndedTurn('1', `${wide}${code}${code}`)]);
    panel.get('.code-block').classList.add('wrapped');
    await until('the math', () => panel.root.querySelector('.katex') !== null);
  },
  'an error with a model that is meant, and one with a wait': () =>
    openPanel().snapshot([
      failed('1', {
        kind: 'notFound',
        modelCheck: {
          kind: 'unlisted',
          asked: 'M',
          nearest: [{ id: 'm', differences: ['case'] }],
        },
      }),
      { ...failed('2', { kind: 'rateLimited', retryAfterMs: 60_000 }), parentId: '1' },
    ]),
  'changes to what is sent': () => {
    const panel = openPanel();
    const adjustments = [{ field: 'temperature' }];
    panel.snapshot([], { target: { ...settings.target, connection: 'A', adjustments } });
    panel.get('.parameters-button').click();
  },
  'the first run with something to say': () => {
    const panel = openPanel();
    panel.snapshot([], {});
    panel.tell({ kind: 'notice', notice: { severity: 'error', text: 'It was not read.' } });
  },
  'images in a message, a reply and the input box': async () => {
    const panel = openPanel();
    const host = imageHost(panel);
    const image = await stored(imageFile('a.png', [600, 300]), host.files);
    const gone = { ...image, id: '0'.repeat(64) };
    const turn = anEndedTurn('1', 'Here', { images: [image, gone] });
    const target = { connection: 'Local', model: 'm1', images: 'notListed' } as const;
    panel.snapshot([{ ...turn, user: { text: 'Draw', context: [], images: [image] } }], { target });
    const bytes = host.files.get(image.id);
    const files = [
      { name: 'b.png', bytes },
      { name: 'c.svg', bytes: new TextEncoder().encode('<svg/>') },
    ];
    panel.tell({ kind: 'addImages', files });
    await host.until('all of it', () =>
      ['.image-chip img', '.image-problem', '.picture.missing', '.reply .picture img'].every(
        (selector) => panel.root.querySelector(selector) !== null,
      ),
    );
  },
  'a large font': () =>
    openPanel().snapshot([anEndedTurn('1', reply)], {
      ...settings,
      appearance: { fontSizePx: 24 },
    }),
  'a compact panel': () =>
    openPanel().snapshot([anEndedTurn('1', reply)], {
      ...settings,
      appearance: { density: 'compact' },
    }),
};

const connectionsPage: States = {
  'the page of connections': () => void connections(),
  'the page of connections without any': () => void connections([]),
  'the form of a connection': () => {
    connections();
    document.querySelector<HTMLElement>('#add')?.click();
  },
  'the form of a connection with what cannot be': async () => {
    connections([work], { baseUrl: 'An address begins with https:// or http://.' });
    document.querySelector<HTMLElement>('[id="row-edit:id%20work"]')?.click();
    type(document.querySelector<HTMLElement>('input[id^="baseUrl:"]') ?? document.body, 'x');
    await until('the problem', () => document.querySelector('.field-problem') !== null);
  },
  'connections that were diagnosed, and one that cannot be used': async () => {
    const tell = connections([
      work,
      { ...work, ref: 'id other' },
      { ...work, ref: 'id bad', problem: 'The address is none.' },
    ]);
    const tried = 'GET https://a.example/v1/models → 200, 1 model';
    for (const [ref, result] of [
      ['id work', { status: 'fine', lines: [tried], models: ['a'], report: 'id work' }],
      ['id other', { status: 'problem', lines: ['Refused', 'It was refused.', 'Start it.'] }],
    ] as const) {
      document.querySelector<HTMLElement>(`[id="row-edit:${ref.replace(' ', '%20')}"]`)?.click();
      tell({ kind: 'form', ref, diagnosis: result });
    }
    await until(
      'both results',
      () =>
        document.body.innerText.includes('It was refused.') &&
        document.querySelector('.works') !== null,
    );
  },
};

/** Every state of a page. Each is shown with the style of its own page. */
export const panelStates: States = {
  ...withStyle(panel, undefined),
  ...withStyle(connectionsPage, 'connectionsStyle'),
};

function withStyle(states: States, style: PageStyle | undefined): States {
  return Object.fromEntries(
    Object.entries(states).map(([state, show]) => [
      state,
      async () => {
        await usePageStyle(style);
        await show();
      },
    ]),
  );
}

const draft = { name: 'Work', baseUrl: 'https://a.example/v1' };
const work = {
  ref: 'id work',
  name: draft.name,
  address: draft.baseUrl,
  facts: '',
  draft,
};

/**
 * Opens the page of connections with a host that finds these problems; gives what tells the page a
 * message of the host.
 */
function connections(
  items: readonly ConnectionItem[] = [work],
  problems: FieldTexts = {},
): (data: HostToConnectionsPage) => void {
  document.body.replaceChildren();
  const root = document.body.appendChild(document.createElement('div'));
  const tell = (data: HostToConnectionsPage): void => {
    window.dispatchEvent(new MessageEvent('message', { data }));
  };
  startConnections(root, {
    postMessage(message) {
      const { kind, ref = '' } = message as ConnectionsPageToHost;
      const key = {
        text: l10n.t('No API key is saved for {0}.', 'https://a.example'),
        kinds: keySourceKinds,
        names: [],
        button: l10n.t('Set API Key…'),
        state: 'kept' as const,
      };
      if (kind === 'edit') {
        tell({ kind: 'form', ref, check: { problems, hints: {}, key } });
      }
    },
  });
  const facts = `${l10n.t('no default model')} · ${l10n.t('key saved')}`;
  tell({ kind: 'connections', items: items.map((item) => ({ ...item, facts })) });
  return tell;
}

function type(box: HTMLElement, text: string): void {
  (box as HTMLInputElement).value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

function write(text: string): OpenPanel {
  const panel = openPanel();
  panel.snapshot([]);
  panel.box.focus();
  type(panel.box, text);
  return panel;
}

function notice(shown: PanelNotice): void {
  const panel = openPanel();
  panel.snapshot([]);
  panel.tell({ kind: 'notice', notice: shown });
}

function fill(tokens: number): void {
  openPanel().snapshot([anEndedTurn('1', 'r'.repeat(380))], {
    target: { connection: 'A', model: 'm1', context: { tokens, source: 'list' } },
  });
}

function find(text: string): void {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', reply)]);
  panel.tell({ kind: 'read', action: 'find' });
  const input = panel.get('.find-text') as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}

import axe from 'axe-core';
import type { Turn } from '../../src/shared/conversation.ts';
import { emptyDraft } from '../../src/shared/connectionDraft.ts';
import { serviceErrorKinds } from '../../src/shared/serviceErrorKind.ts';
import { startConnections } from '../../src/webview/startConnections.ts';
import { startDiagram } from '../../src/webview/startDiagram.ts';
import { until } from '../support/until.ts';
import { aTurn } from '../support/builders.ts';
import { equal } from './assert.ts';
import { anEndedTurn, nextFrame, openPanel, settings, textDelta } from './openPanel.ts';
import { themeColors } from './themeColors.ts';

const reply = [
  '# Heading\n\nText with `code`, a [link](https://example.org/a) and ![an image](https://example.org/i.png).',
  '- one\n- two\n  - three\n\n1. first\n2. second\n\n- [x] done\n- [ ] open',
  '> quoted\n\n---\n\n| a | b |\n|---|--:|\n| 1 | 2 |',
  '```ts\nconst a = 1; // comment\n```\n\nמימין לשמאל',
].join('\n\n');

const errors: readonly Turn[] = serviceErrorKinds.map((kind) =>
  aTurn(kind, {
    reply: {
      status: kind === 'aborted' ? 'stopped' : 'failed',
      text: 'Some text.',
      error: {
        kind,
        message: 'What was tried.',
        detail: 'What it said.',
        status: 500,
        requestId: 'r1',
      },
    },
  }),
);

/** Every state of the panel, by what shows it. */
const states: Readonly<Record<string, () => void | Promise<void>>> = {
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
  'the page of connections': () => {
    document.body.replaceChildren();
    const root = document.body.appendChild(document.createElement('div'));
    startConnections(root, {
      postMessage: () => {},
      getState: () => undefined,
      setState: (state) => state,
    });
    const draft = { ...emptyDraft, name: 'Work', baseUrl: 'https://a.example/v1' };
    const key = { origin: 'https://a.example', state: 'kept' } as const;
    const data = { kind: 'connections', items: [{ ref: 'id work', draft, key }] };
    window.dispatchEvent(new MessageEvent('message', { data }));
  },
};

function find(text: string): void {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', reply)]);
  panel.tell({ kind: 'read', action: 'find' });
  const input = panel.get('.find-text') as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}

/** What of the page of connections is only there once a button has been pressed. */
function withForm(): void {
  void states['the page of connections']?.();
  document.querySelector<HTMLElement>('#add')?.click();
}

describe('accessibility', () => {
  const { className } = document.body;
  const { title } = document;
  afterEach(() => {
    document.body.className = className;
    document.documentElement.removeAttribute('style');
    document.body.removeAttribute('style');
  });

  for (const [kind, colors] of Object.entries(themeColors)) {
    it(`finds nothing in any state of the panel in ${kind}`, async () => {
      const findings: string[] = [];
      for (const [state, show] of [
        ...Object.entries(states),
        ['the form of a connection', withForm] as const,
      ]) {
        await show();
        document.title = title;
        document.body.className = kind;
        for (const [name, value] of Object.entries(colors)) {
          document.documentElement.style.setProperty(name, value);
        }
        document.body.style.background = 'var(--vscode-sideBar-background)';
        document.body.style.color = 'var(--vscode-foreground)';
        await nextFrame();
        const { violations } = await axe.run(document, {
          resultTypes: ['violations'],
          // The panel is a frame in a page that has headings of its own.
          rules: { 'page-has-heading-one': { enabled: false } },
        });
        for (const { id, nodes } of violations) {
          findings.push(
            ...nodes.map(
              ({ html, any }) =>
                `${state}: ${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join()}`,
            ),
          );
        }
      }
      equal(findings, []);
    });
  }
});

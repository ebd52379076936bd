import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { PanelCommand, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type {
  PanelInstructions,
  PanelSettings,
  PanelTarget,
} from '../../shared/panel/panelState.ts';
import { demoOpeners } from '../../shared/demoOpeners.ts';
import { icon } from '../dom/element.ts';

interface WelcomeState {
  /** Whether the conversation has no turns on its path. */
  readonly isEmpty: boolean;
  readonly settings: PanelSettings;
  readonly post: (intent: ViewToHost) => void;
}

/**
 * Renders the page of an empty conversation into `node`: ways to connect if no connection is chosen,
 * else a hint. Empties it for other conversations.
 */
export function renderWelcome(node: HTMLElement, { isEmpty, settings, post }: WelcomeState): void {
  if (!isEmpty) {
    render(nothing, node);
  } else if (settings.target === undefined) {
    render([problemsView(settings, post), firstRun(node, post)], node);
  } else {
    render([problemsView(settings, post), emptyChat(settings.target, settings, post)], node);
  }
}

function firstRun(node: HTMLElement, post: WelcomeState['post']): TemplateResult {
  const button = (kind: PanelCommand['kind'], label: string, secondary: boolean): TemplateResult =>
    html`<vscode-button
      block
      ?secondary=${secondary}
      @click=${(event: PointerEvent) => {
        keepFree(node, event);
        post({ kind });
      }}
      >${label}</vscode-button
    >`;
  return html`<section class="first-run-card" aria-labelledby="first-run-title">
    <h2 id="first-run-title">${l10n.t('Chat with any model service')}</h2>
    <p class="quiet">${l10n.t('Nothing is sent until you send it.')}</p>
    <div class="ways-in">
      ${button('connect', l10n.t('Connect to a Service…'), false)}
      ${button('useLocalServer', l10n.t('Use a Server on This Computer…'), true)}
      ${button('tryDemo', l10n.t('Try the Demo'), true)}
      <p class="quiet">${l10n.t('The demo needs no network and no API key.')}</p>
    </div>
  </section>`;
}

/**
 * Until the mouse leaves the place of the button that it has pressed, nothing in `node` can be pressed: something else
 * may appear there, which a second click was not meant for.
 */
function keepFree(node: HTMLElement, { pointerType, currentTarget }: PointerEvent): void {
  if (pointerType !== 'mouse' || !(currentTarget instanceof Element)) {
    return;
  }
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const onMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (x < left || x > right || y < top || y > bottom) {
      node.classList.remove('kept-free');
      window.removeEventListener('pointermove', onMove);
    }
  };
  node.classList.add('kept-free');
  window.addEventListener('pointermove', onMove);
}

function emptyChat(
  { connection, service, model }: PanelTarget,
  { instructions }: PanelSettings,
  post: WelcomeState['post'],
): TemplateResult {
  const isDemo = service === undefined && model === 'demo-tour';
  const destination =
    service === undefined
      ? l10n.t('You are talking to the built-in demo. Nothing leaves this computer.')
      : l10n.t('Messages go to {0}. Nothing is sent until you send it.', connection);
  return html`<section class="empty-chat">
    <p>
      ${l10n.t('Ask a question, or select code in an editor and choose Parley in its context menu.')}
    </p>
    <p class="quiet">${destination}</p>
    ${instructionsOffer(instructions, post)} ${isDemo ? demo(post) : nothing}
    ${
      service === undefined
        ? html`<p>
            <vscode-button secondary @click=${() => post({ kind: 'connect' })}
              >${l10n.t('Connect to a Service…')}</vscode-button
            >
          </p>`
        : nothing
    }
  </section>`;
}

/** Asks whether instructions of the workspace are attached to its chats, and says which cannot be. */
function instructionsOffer(
  { offered = [], problems = [] }: Partial<PanelInstructions> = {},
  post: WelcomeState['post'],
): TemplateResult | typeof nothing {
  const uris = offered.map(({ uri }) => uri);
  const answer = (isAttached: boolean) => () =>
    post({ kind: 'answerInstructions', uris, isAttached });
  const names = offered.map(({ name }) => name).join(', ');
  const question = l10n.t('Attach {0} to new chats in this workspace?', names);
  return offered.length === 0
    ? html`${problems.map((problem) => html`<p class="quiet">${problem}</p>`)}`
    : html`<div class="instructions-offer" role="group" aria-labelledby="instructions-question">
        <p id="instructions-question">
          ${icon('book')}<span>${breaksAfterSlashes(question)}</span>
        </p>
        <div class="error-actions">
          <vscode-button @click=${answer(true)}>${l10n.t('Attach')}</vscode-button>
          <vscode-button secondary @click=${answer(false)}>${l10n.t('Don’t Attach')}</vscode-button>
        </div>
      </div>`;
}

/** A text in which a long path breaks between its folders, not in a name. */
function breaksAfterSlashes(text: string): readonly TemplateResult[] {
  return text.split(/(?<=\/)/).map((part) => html`${part}<wbr />`);
}

/** Messages to the demo. They are sent at once: it costs nothing and needs no network. */
function demo(post: WelcomeState['post']): TemplateResult {
  const { tour, formats, error } = demoOpeners();
  const opener = (text: string) =>
    html`<button
      class="opener"
      type="button"
      title=${l10n.t('Sends this message to the demo')}
      @click=${() => post({ kind: 'send', text })}
    >
      ${text}
    </button>`;
  return html`<div class="openers" role="group" aria-label=${l10n.t('Ways to begin')}>
    ${[tour, formats, error].map(opener)}
  </div>`;
}

/** Lists the connections that cannot be used, with the reasons and buttons to change that. */
function problemsView(
  { problems = [] }: PanelSettings,
  post: WelcomeState['post'],
): TemplateResult | typeof nothing {
  return problems.length === 0
    ? nothing
    : html`<section class="connection-problems" role="status">
        <p class="error-title">
          ${icon('warning')}<span>${l10n.t('A connection cannot be used')}</span>
        </p>
        ${problems.map((problem) => html`<p dir="auto">${problem}</p>`)}
        <div class="error-actions">
          <vscode-button @click=${() => post({ kind: 'manageConnections' })}
            >${l10n.t('Manage Connections')}</vscode-button
          >
        </div>
      </section>`;
}

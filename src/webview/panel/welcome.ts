import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, render, type TemplateResult } from 'lit';
import type {
  PanelAction,
  PanelSettings,
  PanelTarget,
  ViewToHost,
} from '../../shared/panel/panelProtocol.ts';
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
    render([problemsView(settings, post), firstRun(post)], node);
  } else {
    render([problemsView(settings, post), emptyChat(settings.target)], node);
  }
}

function firstRun(post: WelcomeState['post']): TemplateResult {
  const button = (kind: PanelAction, label: string, secondary: boolean): TemplateResult =>
    html`<vscode-button block ?secondary=${secondary} @click=${() => post({ kind })}
      >${label}</vscode-button
    >`;
  return html`<section class="first-run-card" aria-labelledby="first-run-title">
    <h1 id="first-run-title">Chat with any model service</h1>
    <p class="quiet">Nothing is sent until you send it.</p>
    <div class="ways-in">
      ${button('connect', 'Connect to a service…', false)}
      ${button('useLocalServer', 'Use a server on this computer…', true)}
      ${button('tryDemo', 'Try the demo', true)}
      <p class="quiet">The demo needs no network and no key.</p>
    </div>
  </section>`;
}

function emptyChat({ connection }: PanelTarget): TemplateResult {
  return html`<section class="empty-chat">
    <p>Ask a question, or select code in an editor and choose Parley from its menu.</p>
    <p class="quiet">Messages go to ${connection}. Nothing is sent until you send it.</p>
  </section>`;
}

/** Lists the connections that cannot be used, with the reasons and buttons to change that. */
function problemsView(
  { problems = [] }: PanelSettings,
  post: WelcomeState['post'],
): TemplateResult | typeof nothing {
  return problems.length === 0
    ? nothing
    : html`<section class="connection-problems" role="status">
        <p class="error-title">${icon('warning')}<span>A connection cannot be used</span></p>
        ${problems.map((problem) => html`<p dir="auto">${problem}</p>`)}
        <div class="error-actions">
          <vscode-button @click=${() => post({ kind: 'manageConnections' })}
            >Manage connections</vscode-button
          >
          <vscode-button secondary @click=${() => post({ kind: 'chooseConnection' })}
            >Choose a connection…</vscode-button
          >
        </div>
      </section>`;
}

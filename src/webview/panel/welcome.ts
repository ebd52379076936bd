import * as l10n from '@vscode/l10n';
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
    <h1 id="first-run-title">${l10n.t('Chat with any model service')}</h1>
    <p class="quiet">${l10n.t('Nothing is sent until you send it.')}</p>
    <div class="ways-in">
      ${button('connect', l10n.t('Connect to a Service…'), false)}
      ${button('useLocalServer', l10n.t('Use a Server on This Computer…'), true)}
      ${button('tryDemo', l10n.t('Try the Demo'), true)}
      <p class="quiet">${l10n.t('The demo needs no network and no API key.')}</p>
    </div>
  </section>`;
}

function emptyChat({ connection, service }: PanelTarget): TemplateResult {
  const destination =
    service === undefined
      ? l10n.t('You are talking to the built-in demo. Nothing leaves this computer.')
      : l10n.t('Messages go to {0}. Nothing is sent until you send it.', connection);
  return html`<section class="empty-chat">
    <p>
      ${l10n.t('Ask a question, or select code in an editor and choose Parley in its context menu.')}
    </p>
    <p class="quiet">${destination}</p>
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
        <p class="error-title">
          ${icon('warning')}<span>${l10n.t('A connection cannot be used')}</span>
        </p>
        ${problems.map((problem) => html`<p dir="auto">${problem}</p>`)}
        <div class="error-actions">
          <vscode-button @click=${() => post({ kind: 'manageConnections' })}
            >${l10n.t('Manage Connections')}</vscode-button
          >
          <vscode-button secondary @click=${() => post({ kind: 'chooseConnection' })}
            >${l10n.t('Choose Connection…')}</vscode-button
          >
        </div>
      </section>`;
}

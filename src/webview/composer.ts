import { html, render, type TemplateResult } from 'lit';
import type { PanelSettings, PanelTarget, ViewToHost } from '../shared/panelProtocol.ts';
import type { Draft } from './draft.ts';
import { element } from './element.ts';

/** The box the user writes in, with the model and the Send button, which is Stop during a reply. */
export interface Composer {
  readonly node: HTMLElement;
  update(settings: PanelSettings): void;
  focus(): void;
  /** A turn with this text has started: it leaves the box. */
  taken(text: string): void;
  /** A message that has not become a turn may be sent again. */
  release(): void;
}

/** What the composer needs of the panel. */
export interface ComposerServices {
  post(intent: ViewToHost): void;
  isRunning(): boolean;
  readonly draft: Draft;
}

/** Starts with the stored draft. */
export function createComposer({ post, isRunning, draft }: ComposerServices): Composer {
  const box = element('textarea', {
    class: 'composer-text',
    rows: '1',
    placeholder: 'Ask…',
    'aria-label': 'Message',
  });
  const bar = element('div', { class: 'composer-bar' });
  const node = element('div', { class: 'composer' }, [box, bar]);
  let settings: PanelSettings = {};
  /** Posted and not yet a turn. It stays in the box until it is one, so that it cannot be lost. */
  let sent: string | undefined;
  let maySend = true;

  const show = (): void => {
    const running = isRunning();
    const canSend = running || box.value.trim() !== '';
    render([modelButton(settings.target, post), sendButton(running, canSend, press)], bar);
  };
  const write = (text: string): void => {
    box.value = text;
    draft.write(text);
    show();
  };
  const send = (): void => {
    if (maySend && !isRunning() && box.value.trim() !== '') {
      sent = box.value;
      maySend = false;
      post({ kind: 'send', text: sent });
    }
  };
  const press = ({ detail }: MouseEvent): void => {
    // The second click of a double click on Send must not stop what the first one began.
    if (!isRunning()) {
      send();
    } else if (detail <= 1) {
      post({ kind: 'stop' });
    }
    box.focus();
  };
  box.value = draft.read();
  box.addEventListener('input', () => write(box.value));
  box.addEventListener('keydown', (event) => {
    if (isSendKey(event)) {
      event.preventDefault();
      send();
    }
  });
  return {
    node,
    update(newSettings) {
      settings = newSettings;
      show();
    },
    focus: () => box.focus(),
    taken(text) {
      if (sent?.trim() === text.trim()) {
        write(box.value.startsWith(sent) ? box.value.slice(sent.length) : box.value);
        sent = undefined;
      }
      maySend = true;
    },
    release() {
      maySend = true;
    },
  };
}

/** Enter alone; while an input method composes, Enter belongs to it (it then has code 229). */
function isSendKey({ key, keyCode, shiftKey, altKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;
}

function modelButton(
  target: PanelTarget | undefined,
  post: ComposerServices['post'],
): TemplateResult {
  const label = target?.model ?? 'Choose a model';
  const hint = target === undefined ? label : `${label}\nConnection: ${target.connection}`;
  return html`<button
    class="model-button"
    type="button"
    title=${hint}
    aria-label="Model: ${label}"
    @click=${() => post({ kind: 'chooseModel' })}
  >
    <span class="model-name">${label}</span>
    <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
  </button>`;
}

function sendButton(
  running: boolean,
  enabled: boolean,
  onClick: (event: MouseEvent) => void,
): TemplateResult {
  const label = running ? 'Stop' : 'Send';
  return html`<button
    class="icon-button send-button"
    type="button"
    aria-label=${label}
    title=${running ? 'Stop (Escape)' : 'Send (Enter)'}
    ?disabled=${!enabled}
    @click=${onClick}
  >
    <span
      class="codicon ${running ? 'codicon-debug-stop' : 'codicon-send'}"
      aria-hidden="true"
    ></span>
  </button>`;
}

import * as vscode from 'vscode';
import {
  isViewToHost,
  type HostToView,
  type PanelNotice,
  type PanelSettings,
  type ViewToHost,
} from '../shared/panelProtocol.ts';
import type { TokenColor } from '../shared/tokenColors.ts';
import type { ConversationSession } from './conversationSession.ts';
import { panelHtml } from './panelHtml.ts';
import { PanelLink } from './panelLink.ts';

/** The ids of the view, one for each place it can be in. */
export const panelViewIds = ['parley.chat', 'parley.chatInActivityBar'] as const;

/** VS Code has had the secondary side bar as a place for extensions' views since this version. */
const secondarySideBarSince = { major: 1, minor: 106 };

/** How long a remark stays in the status bar. */
const noticeMs = 8000;

/** Shows the panel where this VS Code can have it and puts the focus into it. */
export async function openPanel(): Promise<void> {
  const [secondary, activityBar] = panelViewIds;
  await vscode.commands.executeCommand(
    `${hasSecondarySideBar(vscode.version) ? secondary : activityBar}.focus`,
  );
}

/** Whether a VS Code of this version (`1.106.0`) takes views for its secondary side bar. */
export function hasSecondarySideBar(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const since = secondarySideBarSince;
  return major > since.major || (major === since.major && minor >= since.minor);
}

/** What the panel needs of the rest. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly session: ConversationSession;
  readonly settings: () => PanelSettings;
  /** Carries out what the user wants; `ready` never gets here. */
  readonly onIntent: (intent: ViewToHost) => void;
}

/** Shows the session in whatever webview VS Code hands it. */
export class PanelView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #services: PanelServices;
  readonly #views = new Map<vscode.WebviewView, PanelLink>();
  readonly #subscriptions: readonly vscode.Disposable[];
  /** Missing until somebody says how code is coloured. */
  #tokenColors: HostToView | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
    const { session } = services;
    this.#subscriptions = [
      session.onDidApply((event) => this.#links((link) => link.event(event))),
      session.onDidReplace(() => {
        const snapshot = this.#snapshot();
        this.#links((link, view) => view.visible && link.start(snapshot));
      }),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    const { extensionUri, onIntent } = this.#services;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    const link = new PanelLink((message) => void webview.postMessage(message));
    this.#views.set(view, link);
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
    };
    webview.onDidReceiveMessage((message: unknown) => {
      if (!isViewToHost(message)) {
        return;
      }
      if (message.kind === 'ready') {
        link.start(this.#snapshot());
        if (this.#tokenColors !== undefined) {
          link.message(this.#tokenColors);
        }
      } else {
        onIntent(message);
      }
    });
    // The page of a hidden view is dropped; when it is shown again it says `ready` once more.
    view.onDidChangeVisibility(() => view.visible || link.pause());
    view.onDidDispose(() => {
      link.pause();
      this.#views.delete(view);
    });
    webview.html = panelHtml(webview, extensionUri);
  }

  /** Tells every panel that is shown what `settings()` gives now. */
  settingsChanged(): void {
    const message: HostToView = { kind: 'settings', settings: this.#services.settings() };
    this.#links((link) => link.message(message));
  }

  /** Tells every panel, now and later, how code is coloured. */
  tokenColorsChanged(colors: readonly TokenColor[] | undefined): void {
    const message: HostToView = { kind: 'tokenColors', colors };
    this.#tokenColors = message;
    this.#links((link) => link.message(message));
  }

  /** Lets the panel that is shown ask for the next request; false where none is shown. */
  askForRequest(): boolean {
    const shown = [...this.#views].find(([view]) => view.visible);
    shown?.[1].message({ kind: 'showRequest' });
    return shown !== undefined;
  }

  /** Whether a panel is shown anywhere. */
  get isShown(): boolean {
    return [...this.#views.keys()].some(({ visible }) => visible);
  }

  /** Shows a remark in every panel that is shown, or in the status bar where there is none. */
  notice(notice: PanelNotice): void {
    this.#links((link) => link.message({ kind: 'notice', notice }));
    if (!this.isShown) {
      vscode.window.setStatusBarMessage(notice.text, noticeMs);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#links((link) => link.pause());
    this.#views.clear();
  }

  #snapshot(): HostToView {
    const { session, settings } = this.#services;
    return { kind: 'snapshot', conversation: session.conversation, settings: settings() };
  }

  #links(tell: (link: PanelLink, view: vscode.WebviewView) => void): void {
    for (const [view, link] of this.#views) {
      tell(link, view);
    }
  }
}

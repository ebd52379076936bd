import * as vscode from 'vscode';
import { isThisComputer } from '../connections/keys/unencrypted.ts';
import type { Place } from './diagnosisServices.ts';
import type { Outcome } from './findings.ts';
import type { Walk } from './walk.ts';

/** Says where requests leave from, and how to change that. */
export function placeOutcome({ services: { place, network }, url }: Walk): Outcome {
  if (network === undefined) {
    return browserOutcome(place);
  }
  const isLocal = isThisComputer(url.hostname);
  const { wsl, isContainer } = network.host();
  const container = isContainer ? containerFacts(url, isLocal) : [];
  return place.isRemote
    ? {
        status: 'fine',
        title: vscode.l10n.t('Parley runs on the remote host ({0})', placeName(place)),
        facts: [
          vscode.l10n.t(
            'Requests are sent from there, with its network, its proxy and its certificates.',
          ),
          ...container,
          ...(isLocal && !isContainer
            ? [vscode.l10n.t('“{0}” is the remote host, not your computer.', url.hostname)]
            : []),
        ],
        ...switchTo(place.isBrowser ? 'web' : 'ui', place),
      }
    : localOutcome(place, wsl, container);
}

function browserOutcome(place: Place): Outcome {
  return {
    status: 'fine',
    title: vscode.l10n.t('Parley runs in this browser'),
    facts: [
      vscode.l10n.t(
        'The service must allow requests from web pages (CORS), and only addresses with https or on this computer can be reached.',
      ),
    ],
    ...(place.remoteName === undefined
      ? { advice: [vscode.l10n.t('In VS Code on the desktop, these limits do not apply.')] }
      : switchTo('workspace', place)),
  };
}

function localOutcome(
  place: Place,
  wsl: string | undefined,
  container: readonly string[],
): Outcome {
  const distribution =
    wsl === undefined
      ? []
      : [vscode.l10n.t('It runs in WSL ({0}), which has its own network.', wsl)];
  const title = vscode.l10n.t('Parley runs on this computer');
  if (place.remoteName === undefined) {
    return { status: 'fine', title, facts: [...distribution, ...container] };
  }
  const remark = vscode.l10n.t(
    'The window is connected to a remote host ({0}), but requests are sent from this computer.',
    placeName(place),
  );
  return {
    status: 'fine',
    title,
    facts: [...distribution, ...container, remark],
    ...switchTo('workspace', place),
  };
}

function containerFacts({ hostname }: URL, isLocal: boolean): readonly string[] {
  return [
    vscode.l10n.t('It runs in a container.'),
    ...(isLocal
      ? [
          vscode.l10n.t(
            '“{0}” is the container itself. The computer that runs it is often available as {1}.',
            hostname,
            'host.docker.internal',
          ),
        ]
      : []),
  ];
}

function switchTo(to: Kind, place: Place): Pick<Outcome, 'advice' | 'action'> {
  return { advice: [switchAdvice(place, to)], action: 'placeSettings' };
}

/** The kinds of extension hosts in `remote.extensionKind`. */
type Kind = 'ui' | 'workspace' | 'web';

/** How Parley is moved to the computer of the user (`ui`), its browser (`web`) or the remote host (`workspace`). */
function switchAdvice({ extensionId }: Place, to: Kind): string {
  const entry = `"remote.extensionKind": { "${extensionId}": ["${to}"] }`;
  switch (to) {
    case 'ui':
      return vscode.l10n.t(
        'To send requests from your computer instead, add {0} to your settings and reload the window.',
        entry,
      );
    case 'web':
      return vscode.l10n.t(
        'To send requests from this browser instead, add {0} to your settings and reload the window. Most services do not allow that (CORS).',
        entry,
      );
    case 'workspace':
      return vscode.l10n.t(
        'To send requests from the remote host instead, add {0} to your settings and reload the window.',
        entry,
      );
  }
}

/** What VS Code calls the kinds of remote hosts. */
const remoteNames: Readonly<Record<string, string>> = {
  'ssh-remote': 'SSH',
  wsl: 'WSL',
  'dev-container': 'Dev Container',
  'attached-container': 'Container',
  codespaces: 'Codespaces',
  tunnel: 'Tunnel',
};

function placeName({ remoteName = '' }: Place): string {
  return remoteNames[remoteName] ?? remoteName;
}

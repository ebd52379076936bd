import { l10n } from 'vscode';
import { isThisComputer } from '../connections/consents/unencrypted.ts';
import type { Outcome } from './diagnosis.ts';
import type { Walk } from './walk.ts';

/** Says where requests leave from, and how to change that. */
export function placeOutcome({ services: { place, network }, url }: Walk): Outcome {
  const { remoteName, isRemote, isBrowser, extensionId } = place;
  const isContainer = network?.isContainer() === true;
  const isOther = isRemote || isContainer;
  const kind = isRemote ? (isBrowser ? 'web' : 'ui') : 'workspace';
  const facts = [
    network === undefined &&
      l10n.t(
        'The service must allow requests from web pages (CORS), and only addresses with https or on this computer can be reached.',
      ),
    isContainer &&
      l10n.t(
        'Parley runs in a container. The computer that runs the container is often available as {0}.',
        'host.docker.internal',
      ),
    isOther &&
      isThisComputer(url.hostname) &&
      l10n.t('“{0}” is the host that Parley runs on, not your computer.', url.hostname),
  ].filter((fact) => fact !== false);
  const host = isRemote
    ? l10n.t('The remote host ({0})', remoteName ?? '')
    : l10n.t('This computer');
  const title = network === undefined ? l10n.t('This browser') : host;
  const outcome: Outcome = { status: 'fine', title, facts };
  if (remoteName === undefined) {
    return outcome;
  }
  const entry = `"remote.extensionKind": { "${extensionId}": ["${kind}"] }`;
  const advice = isRemote
    ? l10n.t(
        'To send requests from your computer instead, add {0} to your settings and reload the window.',
        entry,
      )
    : l10n.t(
        'To send requests from the remote host instead, add {0} to your settings and reload the window.',
        entry,
      );
  return { ...outcome, advice: [advice], action: 'placeSettings' };
}

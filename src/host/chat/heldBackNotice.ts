import * as vscode from 'vscode';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import type { Connection } from '../connections/connection.ts';
import type { Log } from '../base/log.ts';
import { messageOf } from '../base/errorMessage.ts';
import { type MementoValues, createMementoSet } from '../base/memento.ts';
import { readConnections, saveConnection } from '../connections/connectionSettings.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** The panels, as far as a notice needs them. */
interface Remarks {
  /** Whether a panel is visible. */
  readonly isShown: boolean;
  notice(notice: PanelNotice): void;
}

/**
 * Shows a notice, once per connection and address, that a proxy seems to buffer its streams, and offers
 * standard mode. If no panel is visible, the notice is left for the next time.
 */
export function createHeldBackNotice(
  memento: MementoValues,
  panels: Remarks,
  log: Pick<Log, 'error'>,
): (connection: Connection) => void {
  const said = createMementoSet(memento, 'parley.heldBackReplies');
  return ({ id, baseUrl, name }) => {
    // Another address may be reached without the proxy.
    const key = `${id} ${baseUrl}`;
    if (!said.has(key) && panels.isShown) {
      panels.notice({
        severity: 'info',
        text: vscode.l10n.t(
          'Replies of {0} arrive all at once after a long wait. A proxy may be buffering the stream.',
          visibleText(name),
        ),
        standardModeFor: id,
      });
      said.add(key).then(undefined, (error: unknown) => log.error(messageOf(error)));
    }
  };
}

/** Switches a connection of the user's settings to standard mode. Gives a notice about it. */
export async function useStandardMode(connectionId: string): Promise<PanelNotice | undefined> {
  const connection = readConnections().find(({ id }) => id === connectionId);
  if (connection === undefined) {
    return undefined;
  }
  await saveConnection({ ...connection, mode: 'standard' });
  return {
    severity: 'info',
    text: vscode.l10n.t('Replies of {0} are no longer streamed.', visibleText(connection.name)),
  };
}

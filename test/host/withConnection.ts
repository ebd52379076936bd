import type { Connection } from '../../src/host/connections/connection.ts';
import {
  startScriptedService,
  type Script,
  type ScriptedService,
} from '../support/service/scriptedService.ts';
import { type Activated, activatedWith } from './activated.ts';

/** Runs `test` with a scripted service that is the chosen connection. It stays in the settings until the next test. */
export async function withConnection(
  scripts: readonly Script[],
  test: (parley: Activated, service: ScriptedService) => Promise<void>,
  fields: Partial<Connection> = {},
): Promise<void> {
  const service = await startScriptedService(...scripts);
  const id = `scripted-${service.origin}`;
  const connection = { id, name: 'Scripted', baseUrl: service.origin, model: 'm1', ...fields };
  try {
    const parley = await activatedWith([connection]);
    await parley.chat.target.choose(id, 'm1');
    try {
      await test(parley, service);
    } finally {
      parley.chat.session.stop();
    }
  } finally {
    await service.close();
  }
}

import {
  createServiceClient,
  type ServiceClient,
} from '../../../src/service/client/serviceClient.ts';
import type { ServiceClientOptions } from '../../../src/service/endpoint.ts';
import { startScriptedService, type Script, type ScriptedService } from './scriptedService.ts';

/** A scripted service for one test and a client of it. */
export interface ServiceAndClient {
  readonly service: ScriptedService;
  readonly client: ServiceClient;
}

/** Runs `test` with a service of its own and closes it afterwards. */
export async function withService(
  scripts: readonly Script[],
  test: (pair: ServiceAndClient) => Promise<void>,
  options: Partial<ServiceClientOptions> = {},
): Promise<void> {
  const service = await startScriptedService(...scripts);
  try {
    await test({
      service,
      client: createServiceClient({ baseUrl: service.origin, ...options }),
    });
  } finally {
    await service.close();
  }
}

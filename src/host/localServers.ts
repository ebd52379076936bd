import type { Model } from '../shared/chatCompletion.ts';
import { createServiceClient } from '../service/client.ts';

/** A server that may run on this computer. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** A server that answered, with the models it listed. */
export interface FoundServer extends LocalServer {
  readonly models: readonly Model[];
}

/** The usual servers at the ports of their own documentation. */
export const usualLocalServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

/** A server that listens answers its model list well within this time. */
const probeTimeoutMs = 3000;

/** Asks each server for its models, all at once and without a key; returns those that answer. */
export async function probeLocalServers(
  servers: readonly LocalServer[],
  signal: AbortSignal,
): Promise<readonly FoundServer[]> {
  const probes = await Promise.allSettled(servers.map(async (server) => probe(server, signal)));
  return probes.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function probe(server: LocalServer, signal: AbortSignal): Promise<FoundServer> {
  const client = createServiceClient({
    baseUrl: server.baseUrl,
    timeouts: { firstByteMs: probeTimeoutMs, idleMs: probeTimeoutMs },
  });
  return { ...server, models: await client.listModels({ signal }) };
}

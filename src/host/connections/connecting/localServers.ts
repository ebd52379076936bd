import * as vscode from 'vscode';
import { createServiceClient } from '../../../service/client/serviceClient.ts';
import type { Model } from '../../../shared/service/chatCompletion.ts';
import { modelCount } from '../../base/phrases.ts';

/** A server that may run on this computer. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
  /** The command that installs a model; missing if the server is started with its model. */
  readonly install?: string;
}

/** A server that answered, with the models it listed. */
export interface FoundServer extends LocalServer {
  readonly models: readonly Model[];
}

/** Common servers on their default ports (`docs/service-interface.md`, "GET /v1/models" 4). */
export const usualLocalServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', install: 'ollama pull <model>' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', install: 'lms get <model>' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

/** A running server answers its model list well within this time, in milliseconds. */
const probeTimeoutMs = 3000;

/** Requests the model list of the usual servers at once, without a key. Gives those that answered. */
export async function findLocalServers(): Promise<readonly FoundServer[]> {
  const probes = await Promise.allSettled(usualLocalServers.map(probe));
  return probes.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function probe(server: LocalServer): Promise<FoundServer> {
  const timeouts = { firstByteMs: probeTimeoutMs, idleMs: probeTimeoutMs };
  const client = createServiceClient({ baseUrl: server.baseUrl, timeouts });
  return { ...server, models: await client.listModels() };
}

/** How many models a server has, or how it gets one. */
export function modelsText({ models, install }: Pick<FoundServer, 'models' | 'install'>): string {
  if (models.length > 0) {
    return modelCount(models.length);
  }
  return install === undefined
    ? vscode.l10n.t('No models yet. Load one on the server.')
    : vscode.l10n.t('No models yet. Install one, for example with “{0}” in a terminal.', install);
}

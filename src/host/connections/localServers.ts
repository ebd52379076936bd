import * as vscode from 'vscode';
import { createServiceClient } from '../../service/client.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { modelCount } from '../base/phrases.ts';
import { withProgress } from '../base/progress.ts';
import { saveConnection } from './connectionSettings.ts';
import { type Connected, connectionFor } from './connected.ts';

/** A server that may run on this computer. */
interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
  /** The command that installs a model; missing if the server is started with its model. */
  readonly install?: string;
}

/** A server that answered, with the models it listed. */
interface FoundServer extends LocalServer {
  readonly models: readonly Model[];
}

/** Common servers on their default ports (`docs/service-interface.md`, "GET /v1/models" 4). */
const usualLocalServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', install: 'ollama pull <model>' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', install: 'lms get <model>' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

/** A running server answers its model list well within this time, in milliseconds. */
const probeTimeoutMs = 3000;

interface ServerItem extends vscode.QuickPickItem {
  readonly server: FoundServer;
}

/**
 * Looks for servers on the usual ports and lets the user choose one that answered, which is saved as a
 * connection. Resolves to `undefined` if none answered or the user closes the list.
 */
export async function useLocalServer(): Promise<Connected | undefined> {
  const found = await probeWithProgress();
  if (found.length === 0) {
    await sayNoneFound();
    return undefined;
  }
  const items: readonly ServerItem[] = found.map((server) => ({
    server,
    label: server.name,
    description: server.baseUrl,
    detail: modelsText(server),
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Servers found'),
    placeHolder: vscode.l10n.t('Choose a server'),
  });
  if (item === undefined) {
    return undefined;
  }
  const { baseUrl, name, models } = item.server;
  const connection = connectionFor(baseUrl, name);
  await saveConnection(connection);
  return { connection, models };
}

async function probeWithProgress(): Promise<readonly FoundServer[]> {
  const title = vscode.l10n.t('Looking for servers on the usual ports');
  const found = await withProgress(title, async ({ signal }) =>
    probeLocalServers(usualLocalServers, signal),
  );
  return found ?? [];
}

/** Requests the model list of all servers at once, without a key. Returns the servers that answered. */
async function probeLocalServers(
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

/** How many models a server has, or how it gets one. */
function modelsText({ models, install }: FoundServer): string {
  if (models.length > 0) {
    return modelCount(models.length);
  }
  return install === undefined
    ? vscode.l10n.t('No models yet. Load one on the server.')
    : vscode.l10n.t('No models yet. Install one, for example with “{0}” in a terminal.', install);
}

async function sayNoneFound(): Promise<void> {
  const tried = usualLocalServers.map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ');
  const connect = vscode.l10n.t('Connect to an Address…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('No server found. Tried {0}. Start a server, or connect to its address.', tried),
    connect,
  );
  if (answer === connect) {
    await vscode.commands.executeCommand('parley.connect');
  }
}

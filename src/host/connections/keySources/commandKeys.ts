import * as vscode from 'vscode';
import { safeExcerpt } from '../../../service/excerpt.ts';
import { parseJson } from '../../../service/parseJson.ts';
import { type Redact, secretMask } from '../../../service/redactSecrets.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import { formatNumber } from '../../../shared/language.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { tidyKey } from '../keys/typedKey.ts';
import type { CommandResult, NodeKeys } from './loadNodeKeys.ts';

/** A key for one request. */
export interface SourceKey {
  readonly key: string;
  /** Whether it was kept from an earlier request, so that a newer one may exist. */
  readonly isKept: boolean;
}

/** A command may wait for a fingerprint or a phone. */
const limits = { timeoutMs: 60_000, maxBytes: 65_536 };

/** How long a key is kept. One that ends earlier is rejected, and the request is repeated with a new one. */
const keptMs = 30 * 60_000;

/** A run of a command. */
interface Run {
  readonly untilMs: number;
  readonly ended: Promise<string>;
  /** Missing while the command runs. */
  key?: string;
}

/** The keys that commands have printed, in memory, each for half an hour. Requests that need a new one at the same time cause the command to run once. */
export function createCommandKeys(redact: Redact, now: () => number = Date.now) {
  const runs = new Map<string, Run>();
  return {
    /** The kept key of a command, or a new one. Throws `ServiceError` of kind `auth`. */
    async get(command: string, node: NodeKeys): Promise<SourceKey> {
      const known = runs.get(command);
      if (known !== undefined && now() < known.untilMs) {
        const isKept = known.key !== undefined;
        return { key: await known.ended, isKept };
      }
      const run: Run = { untilMs: now() + keptMs, ended: printed(command, node, redact) };
      runs.set(command, run);
      try {
        run.key = await run.ended;
        return { key: run.key, isKept: false };
      } catch (error) {
        runs.delete(command);
        throw error;
      }
    },
    /** Forgets `key`, if it is still the one that is kept. */
    forget(command: string, key: string): void {
      if (runs.get(command)?.key === key) {
        runs.delete(command);
      }
    },
  };
}

async function printed(command: string, node: NodeKeys, redact: Redact): Promise<string> {
  const result = await node.runCommand(command, limits);
  const succeeded = result.end === 'exited' && result.exitCode === 0;
  const key = succeeded ? printedKey(result.stdout) : undefined;
  if (key === undefined) {
    throw new ServiceError('auth', whatFailed(result), {
      code: failureCode.keyCommand,
      keySource: 'command',
      detail: saidOf(result, redact),
    });
  }
  return key;
}

/** A header may not be longer. In characters. */
const maxKeyLength = 8000;

/** Where commands put a key into a JSON object: `az`, `gcloud`, `databricks`, `ibmcloud`, `kubectl` and others. */
const keyFields = [
  'access_token',
  'accessToken',
  'token',
  'iam_token',
  'id_token',
  'api_key',
  'apiKey',
  'key',
] as const;

/** The key that a command has printed: its first line, or a field of a JSON object; `undefined` if there is none. */
export function printedKey(output: string): string | undefined {
  const text = output.trim();
  if (!text.startsWith('{')) {
    return asKey(text.split(/[\r\n]/, 1)[0]);
  }
  const read = parseJson(text);
  const object = isRecord(read) ? read : {};
  // `kubectl` prints the key within `status`.
  const holder = isRecord(object['status']) ? object['status'] : object;
  return asKey(keyFields.map((field) => holder[field]).find(isString));
}

function asKey(text = ''): string | undefined {
  if (text.length > maxKeyLength) {
    return undefined;
  }
  const key = tidyKey(text)?.value ?? text;
  // With a space, it is a sentence and no key.
  return /^[\u0021-\u007e\u00a1-\u00ff]+$/.test(key) ? key : undefined;
}

/** Without the command, which may contain a secret: errors are stored with the chat. */
function whatFailed({ end, exitCode }: CommandResult): string {
  switch (end) {
    case 'notStarted':
      return vscode.l10n.t('The command for the API key could not be started.');
    case 'tooLate': {
      const limit = formatNumber(limits.timeoutMs / 1000);
      return vscode.l10n.t('The command for the API key did not end within {0} seconds.', limit);
    }
    case 'tooMuch':
      return vscode.l10n.t('The command for the API key wrote too much text.');
    case 'exited':
  }
  if (exitCode === undefined) {
    return vscode.l10n.t('The command for the API key was ended by the system.');
  }
  const code = formatNumber(exitCode);
  return exitCode === 0
    ? vscode.l10n.t('The command for the API key printed no API key.')
    : vscode.l10n.t('The command for the API key ended with exit code {0}.', code);
}

/**
 * What a command that failed wrote to standard error, which says why: without known secrets, and without any word that is
 * long enough for one. Its output is never shown.
 */
function saidOf({ stderr }: CommandResult, redact: Redact): string | undefined {
  const masked = stderr.replaceAll(/[\w.+=~-]{20,}/g, (word) =>
    /\d/.test(word) ? secretMask : word,
  );
  return safeExcerpt(masked, redact);
}

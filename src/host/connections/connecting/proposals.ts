import * as vscode from 'vscode';
import { proposalFor } from '../../../service/proposal.ts';
import type { Connection } from '../connection.ts';

/**
 * The connection with what its service is known to expect, which the user can remove on the connections page, and in words
 * what was added; empty if nothing was.
 */
export function withProposal(connection: Connection): {
  readonly connection: Connection;
  readonly added: string;
} {
  const proposal = proposalFor(connection);
  if (proposal === undefined) {
    return { connection, added: '' };
  }
  const { service, modelsPath } = proposal;
  const added = Object.entries(proposal.headers).map(([name, value]) => `${name}: ${value}`);
  const headers =
    added.length === 0 ? connection.headers : { ...connection.headers, ...proposal.headers };
  const paths =
    modelsPath === undefined ? connection.paths : { ...connection.paths, models: modelsPath };
  const lines = modelsPath === undefined ? added : [...added, `GET ${modelsPath}`];
  return {
    connection: { ...connection, headers, paths },
    added: vscode.l10n.t('Added for {0}: {1}', service, lines.join(', ')),
  };
}

import * as vscode from 'vscode';
import { type Proposal, proposalFor } from '../../service/proposal.ts';
import type { Connection } from './connection.ts';

/** The connection with what its service is known to expect, which the user sees and can remove on the connections page. */
export function withProposal(connection: Connection): Connection {
  const { headers = {}, modelsPath } = proposalFor(connection) ?? {};
  return {
    ...connection,
    ...(Object.keys(headers).length === 0
      ? {}
      : { headers: { ...connection.headers, ...headers } }),
    ...(modelsPath === undefined ? {} : { paths: { ...connection.paths, models: modelsPath } }),
  };
}

/** The prompt of an input box, followed by what is proposed. */
export function promptWithProposal(prompt: string, proposal: Proposal | undefined): string {
  if (proposal === undefined) {
    return prompt;
  }
  const { service, headers, modelsPath } = proposal;
  const added = [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(modelsPath === undefined ? [] : [`GET ${modelsPath}`]),
  ];
  return vscode.l10n.t({
    message: '{0}. Added for {1}: {2}',
    args: [prompt, service, added.join(', ')],
    comment: ['{0} asks for the API key; {2} are headers that the service {1} expects'],
  });
}

import { proposalFor } from '../../../service/proposal.ts';
import type { Connection } from '../connection.ts';

/**
 * The connection with what it lacks of what its service is known to expect, the name of the service, and what was added
 * as lines of requests; `undefined` if that is nothing.
 */
export function withProposal(
  connection: Connection,
):
  | { readonly connection: Connection; readonly service: string; readonly added: readonly string[] }
  | undefined {
  const proposal = proposalFor(connection);
  if (proposal === undefined) {
    return undefined;
  }
  const { service, modelsPath } = proposal;
  const added = Object.entries(proposal.headers).map(([name, value]) => `${name}: ${value}`);
  const headers =
    added.length === 0 ? connection.headers : { ...connection.headers, ...proposal.headers };
  return modelsPath === undefined
    ? { service, added, connection: { ...connection, headers } }
    : {
        service,
        added: [...added, `GET ${modelsPath}`],
        connection: { ...connection, headers, paths: { ...connection.paths, models: modelsPath } },
      };
}

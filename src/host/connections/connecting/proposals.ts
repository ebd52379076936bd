import { proposalFor } from '../../../service/proposal.ts';
import type { Connection } from '../connection.ts';

/** A connection with what its service is known to expect. */
interface Proposed {
  readonly connection: Connection;
  /** The name of the service. */
  readonly service: string;
  /** What was added, as lines of requests. */
  readonly added: readonly string[];
}

/** The connection with what it lacks of what its service is known to expect; `undefined` if that is nothing. */
export function withProposal(connection: Connection): Proposed | undefined {
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

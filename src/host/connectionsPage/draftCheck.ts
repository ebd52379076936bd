import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import type { DraftCheck, Offer } from '../../shared/connectionsPage/protocol.ts';
import { withProposal } from '../connections/connecting/withProposal.ts';
import type { Connection } from '../connections/connection.ts';
import { changeOf, draftOf, readDraft } from '../connections/readDraft.ts';
import { readHeaderLines } from '../connections/headerLines.ts';
import type { Keys } from '../connections/consents/keys.ts';
import { headersHint, keyProblem } from './headerWords.ts';
import { draftKey } from './keyCheck.ts';

/** What the page shows about a draft while the user types: problems, addresses, what could be changed, the key. */
export async function draftCheck(draft: FieldTexts, id: string, keys: Keys): Promise<DraftCheck> {
  const { headers: typed = '' } = draft;
  const { problems, connection } = readDraft(draft, id);
  const key = await draftKey(draft, id, keys);
  // They may have a problem, such as a key in `Authorization`.
  const headers = readHeaderLines(typed).value ?? {};
  const keyInHeader = keyProblem(headers, [...(await keys.all()), ...keys.sources.used()]);
  return {
    problems: keyInHeader === undefined ? problems : { ...problems, headers: keyInHeader },
    hints: {
      ...(problems.baseUrl === undefined && addressHints(connection)),
      headers: headersHint(headers, key.kind, key.state !== 'none'),
    },
    offer: problems.headers === undefined ? proposed(connection) : undefined,
    key,
  };
}

function addressHints({ baseUrl, paths }: Connection): FieldTexts {
  const { base, modelsUrl, chatCompletionsUrl } = serviceAddress(baseUrl, paths);
  return {
    baseUrl: vscode.l10n.t('Requests are sent to {0}', base),
    'paths.models': modelsUrl,
    'paths.chatCompletions': chatCompletionsUrl,
  };
}

/** What the service at the address is known to expect, if the form does not have it. */
function proposed(connection: Connection): Offer | undefined {
  const proposal = withProposal(connection);
  return (
    proposal && {
      text: vscode.l10n.t('{0} expects:', proposal.service),
      code: proposal.added.join('\n'),
      button: vscode.l10n.t('Add to the Connection'),
      change: changeOf(draftOf(connection), proposal.connection),
    }
  );
}

import assert from 'node:assert/strict';
import type { Connection } from '../../../src/host/connections/connection.ts';
import { toReplyError } from '../../../src/host/connections/toReplyError.ts';
import { PageActions, type PageServices } from '../../../src/host/connectionsPage/pageActions.ts';
import { diagnose as begin } from '../../../src/host/diagnosis/diagnose.ts';
import type { Diagnosis } from '../../../src/host/diagnosis/diagnosis.ts';
import type { FieldTexts } from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  DraftCheck,
  FormDiagnosis,
  HostToConnectionsPage,
} from '../../../src/shared/connectionsPage/protocol.ts';

/** The host's side of the page of connections, with a page that only listens. */
export function openPage(
  services: Omit<PageServices, 'newChat' | 'diagnose'>,
  newChat: PageServices['newChat'] = async () => {},
) {
  const posted: HostToConnectionsPage[] = [];
  const diagnose: PageServices['diagnose'] = async (connection) =>
    diagnosedIn(connection, services);
  const page = new PageActions({ ...services, newChat, diagnose }, (message) =>
    posted.push(message),
  );
  const fill = async (ref: string, draft: FieldTexts): Promise<void> =>
    page.carryOut({ kind: 'edit', ref, change: draft });
  const last = <K extends HostToConnectionsPage['kind']>(kind: K) =>
    posted.findLast(
      (message): message is Extract<HostToConnectionsPage, { readonly kind: K }> =>
        message.kind === kind,
    );
  return {
    page,
    posted,
    last,
    /** What is said of a form with this content. */
    check: async (draft: FieldTexts): Promise<DraftCheck | undefined> => {
      await fill('id new', draft);
      return last('form')?.check;
    },
    /** Diagnoses a form with this content. */
    diagnose: async (draft: FieldTexts, ref = 'id new'): Promise<FormDiagnosis | undefined> => {
      await fill(ref, draft);
      await page.carryOut({ kind: 'diagnose', ref });
      return last('form')?.diagnosis;
    },
    /** Does something with a form that has this content. */
    act: async (kind: 'save', draft: FieldTexts, ref = 'id new'): Promise<void> => {
      await fill(ref, draft);
      await page.carryOut({ kind, ref });
    },
  };
}

/** Diagnoses a connection with these clients, and without looking at the network before. */
async function diagnosedIn(
  connection: Connection,
  { clients, redactor }: Pick<PageServices, 'clients' | 'redactor'>,
): Promise<Diagnosis> {
  const { ended } = begin(
    { connection, model: connection.model },
    {
      redactor,
      clients,
      describeError: (error) => toReplyError(error, redactor),
      stream: () => assert.fail('No reply was asked for.'),
      known: () => ({ facts: undefined, price: undefined, adjustments: [] }),
      network: undefined,
      place: { remoteName: undefined, isRemote: false, isBrowser: false, extensionId: 'x.y' },
      setting: () => undefined,
    },
    () => {},
    new AbortController().signal,
  );
  return ended;
}

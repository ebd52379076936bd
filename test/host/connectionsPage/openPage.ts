import { PageActions, type PageServices } from '../../../src/host/connectionsPage/pageActions.ts';
import {
  type ConnectionDraft,
  emptyDraft,
} from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  DraftCheck,
  HostToConnectionsPage,
  TestResult,
} from '../../../src/shared/connectionsPage/protocol.ts';

const noChats: PageServices['chats'] = {
  inUse: () => undefined,
  newChat: async () => {},
  onDidChange: [],
};

/** The host's side of the page of connections, with a page that only listens. */
export function openPage(
  services: Omit<PageServices, 'chats'>,
  chats: PageServices['chats'] = noChats,
) {
  const posted: HostToConnectionsPage[] = [];
  const page = new PageActions({ ...services, chats }, (message) => posted.push(message));
  const fill = async (ref: string, draft: ConnectionDraft): Promise<void> =>
    page.carryOut({ kind: 'forms', forms: [{ ref, base: emptyDraft, draft }] });
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
    check: async (draft: ConnectionDraft): Promise<DraftCheck | undefined> => {
      await fill('id new', draft);
      return last('checked')?.check;
    },
    /** Tests a form with this content. */
    test: async (draft: ConnectionDraft, ref = 'id new'): Promise<TestResult | undefined> => {
      await fill(ref, draft);
      await page.carryOut({ kind: 'test', ref });
      return last('form')?.test;
    },
    /** Does something with a form that has this content. */
    act: async (
      kind: 'save' | 'moveKey',
      draft: ConnectionDraft,
      ref = 'id new',
    ): Promise<void> => {
      await fill(ref, draft);
      await page.carryOut({ kind, ref });
    },
  };
}

import { PageActions, type PageServices } from '../../../src/host/connectionsPage/pageActions.ts';
import type { FieldTexts } from '../../../src/shared/connectionsPage/connectionDraft.ts';
import type {
  DraftCheck,
  HostToConnectionsPage,
  TestResult,
} from '../../../src/shared/connectionsPage/protocol.ts';

/** The host's side of the page of connections, with a page that only listens. */
export function openPage(
  services: Omit<PageServices, 'newChat'>,
  newChat: PageServices['newChat'] = async () => {},
) {
  const posted: HostToConnectionsPage[] = [];
  const page = new PageActions({ ...services, newChat }, (message) => posted.push(message));
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
    /** Tests a form with this content. */
    test: async (draft: FieldTexts, ref = 'id new'): Promise<TestResult | undefined> => {
      await fill(ref, draft);
      await page.carryOut({ kind: 'test', ref });
      return last('form')?.test;
    },
    /** Does something with a form that has this content. */
    act: async (kind: 'save', draft: FieldTexts, ref = 'id new'): Promise<void> => {
      await fill(ref, draft);
      await page.carryOut({ kind, ref });
    },
  };
}

import { Proposals } from '../../../../src/host/review/proposals.ts';
import { comparesSelection } from '../../../host/apply/comparesSelection.ts';
import { keepsOtherBytes } from '../../../host/apply/keepsOtherBytes.ts';
import { closeEditors } from '../../../host/closeEditors.ts';
import { type KindOfFile, kindsOfFiles } from '../../../host/kindsOfFiles.ts';
import { waysOf } from '../../../support/quantity.ts';

describe('code beside and in each kind of file', () => {
  let proposals: Proposals;
  before(() => {
    proposals = new Proposals('parley-test-compare');
  });
  afterEach(closeEditors);
  after(() => proposals.dispose());

  const ways = [
    {
      what: 'keeps all bytes around it when it is inserted, which is undone at once',
      test: keepsOtherBytes,
    },
    {
      what: 'is compared with the selection, which stays as it is',
      test: async (kind: KindOfFile) => comparesSelection(kind, proposals),
    },
  ];
  for (const [index, kind] of kindsOfFiles.entries()) {
    for (const { what, test } of waysOf(ways, index)) {
      it(`${what}: ${kind.what}`, async () => test(kind));
    }
  }
});

import assert from 'node:assert/strict';
import type { PastedConnection } from '../../../src/pastedConnection/pastedConnection.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';
import { proposalFor } from '../../../src/service/proposal.ts';
import { serviceAddress } from '../../../src/service/serviceAddress.ts';
import { type Form, missingParts } from '../../support/pastedConnection/form.ts';
import { forms as groups } from '../../support/pastedConnection/forms.ts';
import { unread } from '../../support/pastedConnection/unseenLater.ts';

/** The fields that are there, with the address and the headers as they are completed for a known service. */
function present({ baseUrl, headers, ...connection }: PastedConnection): PastedConnection {
  const added = baseUrl === undefined ? undefined : proposalFor({ baseUrl, headers })?.headers;
  return JSON.parse(
    JSON.stringify({
      ...connection,
      baseUrl: baseUrl && serviceAddress(baseUrl).base,
      headers: (headers ?? added) && { ...headers, ...added },
    }),
  );
}

function found(text: string): readonly PastedConnection[] {
  const reading = readPastedText(text);
  return reading.kind === 'connections' ? reading.connections.map(present) : [];
}

function several(expected: Form['expected']): readonly PastedConnection[] {
  return ('length' in expected ? expected : [expected]).map(present);
}

describe('pasted text', () => {
  for (const [group, forms] of Object.entries(groups)) {
    for (const { source, text, expected, missing = [] } of forms) {
      it(`is understood: ${group}, ${source}`, () => {
        const connections = found(text);
        assert.deepEqual(connections, several(expected));
        assert.deepEqual([...new Set(connections.flatMap(missingParts))], missing);
      });
    }
  }

  for (const { source, text, expected } of unread) {
    it(`says nothing false where a part is not understood: ${source}`, () => {
      const [whole = {}] = several(expected);
      const [connection = {}, ...others] = found(text);
      assert.equal(others.length, 0);
      assert.ok([whole.key, undefined].includes(connection.key));
      assert.ok([whole.model, undefined].includes(connection.model));
      assert.ok([whole.baseUrl, undefined].includes(connection.baseUrl));
    });
  }

  it('is understood without a question in 98 of 100 forms', () => {
    const forms = Object.values(groups).flat();
    assert.ok(forms.length >= 120, `${forms.length} forms`);
    // Forms in which the writer left out a key or an address ask for just that; all others ask for nothing.
    const complete = forms.filter(({ missing }) => missing === undefined);
    const understood = complete.filter(({ text }) => {
      const connections = found(text);
      return connections.length > 0 && connections.every((each) => missingParts(each).length === 0);
    });
    assert.ok(understood.length >= 0.98 * complete.length);
    assert.ok(complete.length >= 100, `${complete.length} complete forms`);
  });
});

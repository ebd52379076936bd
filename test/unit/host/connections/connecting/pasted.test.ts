import assert from 'node:assert/strict';
import type { Connection } from '../../../../../src/host/connections/connection.ts';
import { foundText } from '../../../../../src/host/connections/connecting/pasted.ts';
import type { PastedConnection } from '../../../../../src/pastedConnection/pastedConnection.ts';

const connection: Connection = { id: 'a', name: 'A', baseUrl: 'https://a.example/v1' };

function said(pasted: PastedConnection, fields: Partial<Connection> = {}, problems = {}): string {
  return foundText(pasted, { ...connection, ...fields }, problems);
}

describe('what was found in a text', () => {
  it('is named without a value that may be secret', () => {
    const pasted = {
      baseUrl: connection.baseUrl,
      key: 'sk-canary-0123456789',
      model: 'm',
      headers: { 'X-Team': 'canary' },
      extraBody: { seed: 7 },
    };
    assert.equal(said(pasted), 'Found in the text: API key, m, X-Team, seed');
    assert.equal(said({ baseUrl: connection.baseUrl, key: '' }), '');
  });

  it('is named with what is left out', () => {
    const pasted = { model: 'm', headers: { Cookie: 'a' }, secretHeaders: ['X-Token'] };
    assert.equal(
      said(pasted, {}, { headers: 'Parley sets it itself.' }),
      'Found in the text: m. Left out: X-Token, headers',
    );
  });

  it('is the variable that the text names, and whether it is used', () => {
    const pasted = { keyVariable: 'TEAM_KEY' };
    const keyFrom = { kind: 'environment', variable: 'TEAM_KEY' } as const;
    const where = 'Found in the text: API key in the environment variable TEAM_KEY';
    assert.equal(said(pasted, { keyFrom }), where);
    assert.equal(said(pasted), `${where}, which is not set`);
  });

  it('is neither a link nor an icon, and not endless', () => {
    assert.equal(
      said({ model: '[m](command:x) $(zap)' }),
      String.raw`Found in the text: [m] (command:x) \$(zap)`,
    );
    assert.ok(said({ model: 'x'.repeat(5000) }).length < 600);
  });
});

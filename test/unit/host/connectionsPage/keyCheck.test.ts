import assert from 'node:assert/strict';
import { draftKey, keyFact } from '../../../../src/host/connectionsPage/draftCheck.ts';
import { sourceField } from '../../../../src/shared/connectionsPage/connectionDraft.ts';
import type { Keys } from '../../../../src/host/connections/consents/consents.ts';

const origin = 'https://a.example';

interface World {
  /** The names of the keys that are stored, empty for the one without a name. */
  readonly kept?: readonly string[];
  readonly lost?: readonly string[];
  readonly movedFrom?: string;
  readonly isBrowser?: boolean;
  readonly variables?: readonly string[];
}

async function check(keyFrom: string, world: World = {}, baseUrl = `${origin}/v1`) {
  const { kept = [], lost = [], movedFrom, isBrowser = false, variables = [] } = world;
  const keys = {
    get: async (_origin: string, name = '') => (kept.includes(name) ? 'sk-canary' : undefined),
    hadKey: (_origin: string, name = '') => lost.includes(name),
    names: () => kept.filter((name) => name !== ''),
    movedFrom: () => movedFrom,
    sources: {
      isHere: (kind: string) => !isBrowser || kind === 'stored' || kind === 'microsoft',
      isSet: (name: string) => (isBrowser ? undefined : variables.includes(name)),
    },
  } as unknown as Keys;
  const [kind = '', source = ''] = keyFrom.split(' ');
  const field = sourceField(kind);
  const draft = { baseUrl, 'keyFrom.kind': kind, ...(field && { [field]: source }) };
  const key = await draftKey(draft, 'a', keys);
  return { ...key, kinds: key.kinds.join(' '), fact: keyFact(key) };
}

describe('what is said of a key', () => {
  const said: readonly (readonly [keyFrom: string, World, fact: string, text: RegExp])[] = [
    ['', { kept: [''] }, 'key saved', /^An API key is saved for https:\/\/a\.example\.$/],
    ['', {}, 'no key', /^No API key is saved for https:\/\/a\.example\.$/],
    ['', { lost: [''] }, 'key lost', /no longer has the API key for https/],
    [
      '',
      { movedFrom: 'https://b.example' },
      'no key',
      /for https:\/\/b\.example is not sent to https:\/\/a\.example\.$/,
    ],
    [
      'stored Home',
      { kept: ['Home'] },
      'key saved',
      /^An API key .* https:\/\/a\.example \(Home\)\.$/,
    ],
    ['stored Home', { kept: [''] }, 'no key', /has no API key “Home” for https:\/\/a\.example\.$/],
    ['stored ', {}, 'no key', /^$/],
    ['environment X', { variables: ['X'] }, 'key from an environment variable', /is set\.$/],
    ['environment X', {}, 'key from an environment variable', /not set.*restart/],
    ['environment ', {}, 'key from an environment variable', /^$/],
    ['environment X', { isBrowser: true }, 'key from an environment variable', /^Not available/],
    ['command x', {}, 'key from a command', /^$/],
    ['command x', { isBrowser: true }, 'key from a command', /^Not available/],
    ['microsoft ', {}, 'Microsoft account', /^$/],
  ];
  for (const [keyFrom, world, fact, text] of said) {
    it(`says of “${keyFrom}”, with ${JSON.stringify(world)}: ${text.source}`, async () => {
      const found = await check(keyFrom, world);
      assert.equal(found.fact, fact);
      assert.match(found.text, text);
      assert.doesNotMatch(JSON.stringify(found), /canary/);
    });
  }

  it('asks for the address first', async () => {
    assert.match((await check('', {}, 'ftp://x')).text, /^Enter the address first\./);
  });

  const buttons: readonly (readonly [keyFrom: string, World, string | undefined, boolean])[] = [
    ['', {}, 'Set API Key…', false],
    ['', { kept: [''] }, 'Replace API Key…', true],
    ['', { lost: [''] }, 'Set API Key…', true],
    ['stored Home', { kept: ['Home'] }, 'Replace API Key…', true],
    ['stored ', {}, 'Set API Key…', false],
    ['microsoft ', {}, 'Sign In…', false],
    ['environment X', {}, undefined, false],
    ['command x', { kept: [''] }, undefined, false],
  ];
  for (const [keyFrom, world, button, isThere] of buttons) {
    it(`has the buttons of “${keyFrom}”, with ${JSON.stringify(world)}`, async () => {
      const found = await check(keyFrom, world);
      assert.deepEqual([found.button, found.state !== 'none'], [button, isThere]);
    });
  }

  it('knows the names that are stored, and the sources that there are', async () => {
    const { names, kinds } = await check('', { kept: ['', 'Home', 'Office'] });
    assert.deepEqual(names, ['Home', 'Office']);
    assert.equal(kinds, 'stored environment command microsoft');
    assert.equal((await check('', { isBrowser: true })).kinds, 'stored microsoft');
    const set = await check('command x', { isBrowser: true });
    assert.equal(set.kinds, 'stored command microsoft', 'The one that is set can be seen.');
  });
});

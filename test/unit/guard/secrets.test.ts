import assert from 'node:assert/strict';
import { checkText, maxCheckedLength, maxFindings } from '../../../src/guard/checkText.ts';
import { presetRules, unusedRules } from '../../../src/guard/presetRules.ts';
import { foundIn, maskedText } from '../../support/guard/maskedText.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';

describe('secrets in texts', () => {
  const samples = secretSamples(1);

  it('have a sample for every rule of the preset', () => {
    const known = new Set(samples.map(({ rule }) => rule));
    assert.deepEqual(
      presetRules()
        .map(({ id }) => id)
        .filter((id) => !known.has(id)),
      [],
    );
  });

  it('are looked for by the preset’s rules, but for those that are known not to fit', () => {
    const used = presetRules().map(({ id }) => id);
    assert.equal(used.length >= 20, true);
    assert.deepEqual(
      used.filter((id) => Object.hasOwn(unusedRules, id)),
      [],
    );
  });

  it('are not found in a token whose parts say that it is one of documentation', async () => {
    const tokenOf = (payload: unknown): string =>
      [{ alg: 'HS256', typ: 'JWT' }, payload]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat('dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U')
        .join('.');
    assert.deepEqual(await foundIn(tokenOf({ sub: '1234567890', name: 'Anyone' })), []);
    assert.deepEqual(await foundIn(tokenOf({ some: 'payload' })), []);
    // The number at the end of the payload, and so cut in other places.
    for (const before of ['', 'a', 'ab', 'abc']) {
      const payload = { ...(before !== '' && { iss: before }), sub: '1234567890' };
      assert.deepEqual(await foundIn(tokenOf(payload)), [], before);
    }
    assert.deepEqual(await foundIn(tokenOf({ sub: 'EXAMPLEIDENTITY', at: '2020-01-22' })), []);
    assert.equal((await foundIn(tokenOf({ sub: 'anyone', iat: 1_712_345_678 }))).length, 1);
  });

  it('are found in JSON that is a text of JSON', async () => {
    const secret = samples.find(({ text = '' }) => text.includes('AWS_SECRET'))?.value ?? '';
    for (const name of ['SecretAccessKey', 'aws_secret_access_key']) {
      const json = JSON.stringify(JSON.stringify({ [name]: secret }));
      assert.equal(await maskedText(json), json.replace(secret, '[masked: AWS key]'));
    }
  });

  it('are found wherever they stand in megabytes, also across slices', async () => {
    const github = samples.find(({ mask }) => mask === 'GitHub token');
    assert.ok(github);
    const { value } = github;
    for (const at of [0, 65_536 - 20, 65_536, 65_536 - value.length, 1_000_000]) {
      const text = `${'lorem ipsum\n'.repeat(100_000).slice(0, at)} ${value} ${'dolor '.repeat(9)}`;
      const [finding, ...others] = await foundIn(text);
      assert.deepEqual(others, []);
      assert.equal(text.slice(finding?.start, finding?.end), value);
    }
  });

  it('in masses are found up to a limit, and it is said', async () => {
    const text = Array.from(
      { length: maxFindings + 10 },
      (_, index) => secretSamples(index).find(({ mask }) => mask === 'npm token')?.value,
    ).join('\n');
    const wanted = { secrets: true, hiddenCharacters: false, known: [] };
    const { findings, isPartial } = await checkText(text, wanted, async () => {});
    assert.equal(findings.length, maxFindings);
    assert.equal(isPartial, true);
  });

  it('are found in the part that is checked of a text that is too long, and it is said', async () => {
    const wanted = { secrets: false, hiddenCharacters: true, known: [] };
    const start = 'a\u202Eb';
    const { findings, isPartial } = await checkText(
      `${start}${'a'.repeat(maxCheckedLength)}${start}`,
      wanted,
      async () => {},
    );
    assert.equal(findings.length, 1);
    assert.equal(isPartial, true);
  });

  it('leave pauses while a long text is checked', async () => {
    let pauses = 0;
    const wanted = { secrets: true, hiddenCharacters: true, known: [] };
    await checkText('word '.repeat(200_000), wanted, async () => void (pauses += 1));
    assert.equal(pauses >= 15, true);
  });
});

describe('passwords in connection strings', () => {
  const password = ['gN4', 'vRq', '!9w', 'Kz'].join('');

  it('are found beside a server and a user, in any order', async () => {
    for (const text of [
      `Data Source=db.corp.net;Initial Catalog=shop;User Id=app;Password=${password};`,
      `"Pwd=${password};Uid=app;Server=db.corp.net;"`,
      `host=db.corp.net port=5432 user=app password=${password} dbname=shop`,
      `jdbc:postgresql://db.corp.net/shop?user=app&password=${password}`,
      `"connects:\\nServer=db.corp.net;\\tUser Id=app;\\tPassword=${password};"`,
      `"connects:\\nUser Id=app;Server=db.corp.net;\\npassword=${password}"`,
    ]) {
      assert.equal(await maskedText(text), text.replace(password, '[masked: password]'));
    }
  });

  it('are not found in documentation, for this computer, and without a server or a user', async () => {
    for (const text of [
      'Server=myServerAddress;Database=myDataBase;User Id=myUsername;Password=myPassword;',
      `Server=localhost;User Id=app;Password=${password}`,
      `User Id=app;Password=${password}`,
      `Server=db.corp.net;Password=${password}`,
      `Server=db.corp.net;User Id=app\nPassword=${password}`,
      'Server=db.corp.net;User Id=app;Password={0}',
      ...['P@ssw0rd', 'p4ssw0rd!', 'P@55word1', 'S3cr3t!!', 'Qwerty-1', 'letmein!'].map(
        (known) => `Server=db;User Id=sa;Password=${known};`,
      ),
    ]) {
      assert.deepEqual(await foundIn(text), [], text);
    }
  });
});

describe('passwords in addresses', () => {
  it('are found, and nothing but them', async () => {
    assert.equal(
      await maskedText('redis://:q7Wz-tLm2P@cache.prod.internal:6379/0'),
      'redis://:[masked: password]@cache.prod.internal:6379/0',
    );
    assert.equal(
      await maskedText('postgres://app:q7Wz%2FtLm2P@db.prod.internal/shop'),
      'postgres://app:[masked: password]@db.prod.internal/shop',
    );
  });

  it('are not found in documentation, templates and addresses of this computer', async () => {
    for (const address of [
      'https://user:password@example.com/path',
      'https://user:hunter2zz@example.com/path',
      'mongodb://admin:Tr0ub4dor@localhost:27017',
      'postgres://postgres:postgres@db/app',
      'postgres://app:${DB_PASSWORD}@db.internal/app',
      'postgres://app:%DB_KEY_2%@db.internal/app',
      'postgres://app:q7Wz%s@db.internal/app',
      'https://a:b@c.de',
      'https://x.example/a:b@c',
      'http://host:8080/path@2x.png',
    ]) {
      assert.deepEqual(await foundIn(address), [], address);
    }
  });
});

import assert from 'node:assert/strict';
import { createEnvSearch, secretsOfEnv } from '../../../src/guard/envValues.ts';
import { assertLinear } from '../../support/assertLinear.ts';

/** Each made of parts, so that no file has a secret in one piece. */
const values = {
  password: ['Zu9', 'kr!pt', '42'].join(''),
  key: ['q8Xz', 'L0vP', '7tRw'].join(''),
  inAddress: ['tG5', 'wqP1', 'zX'].join(''),
};

function names(text: string): readonly string[] {
  return secretsOfEnv(text).map(({ name, value }) => `${name}=${value}`);
}

describe('values of .env files', () => {
  it('count as secrets by their names, or because they look made by chance', () => {
    assert.deepEqual(
      names(
        [
          '# comment',
          `DB_PASSWORD=${values.password}`,
          `export API_KEY="${values.key}" # mine`,
          `  TOKEN : '${values.key}'`,
          `DATABASE_URL=postgres://app:${values.inAddress}@db.internal/app`,
          `WEBHOOK=${values.key}${values.inAddress}`,
        ].join('\r\n'),
      ),
      [
        `DB_PASSWORD=${values.password}`,
        `API_KEY=${values.key}`,
        `TOKEN=${values.key}`,
        `DATABASE_URL=${values.inAddress}`,
        `WEBHOOK=${values.key}${values.inAddress}`,
      ],
    );
  });

  it('may have several lines in quotes, of which each word counts that looks made by chance', () => {
    const [first, second] = [`${values.key}${values.password}`, `${values.inAddress}${values.key}`];
    assert.deepEqual(
      names(
        [
          `SECRET="${first}`,
          `  and the words ${second}" # mine`,
          `TOKEN='${values.key}'`,
          'BROKEN="never closed',
          `API_KEY=${values.key}`,
        ].join('\n'),
      ),
      [`SECRET=${first}`, `SECRET=${second}`, `TOKEN=${values.key}`, `API_KEY=${values.key}`],
    );
  });

  it('do not count if they are short, words, numbers, addresses, paths or placeholders', () => {
    assert.deepEqual(
      names(
        [
          'NODE_ENV=production',
          'DEBUG=true',
          'PORT=5432543254',
          'API_URL=https://api.internal/v1/items?x=1',
          'API_KEY=https://kms.internal/keys/a8Zq92Lkw0',
          'PASSWORD=abc',
          'PASSWORD=changeme-please',
          'SECRET_KEY=your-secret-key-here',
          'TOKEN=${OTHER_TOKEN}',
          'AUTH_PROVIDER=google-oauth2-provider',
          'TOKEN=development-token-name',
          'LOG_PATH=/var/log/app/service.log',
          'CERT=./certs/server-2048.pem',
          'MAIL=someone@internal.corp',
          'HOST_KEY=db-1.internal.corp:5432',
          'VERSION=12.44.1000.3',
          'EMPTY=',
          'no variable',
        ].join('\n'),
      ),
      [],
    );
  });

  const search = createEnvSearch([
    { name: 'A', value: values.key },
    { name: 'B', value: `${values.key}!longer` },
    { name: 'C', value: values.password },
  ]);

  it('are found where they stand by themselves, the longest first', () => {
    const text = `x=${values.key}; "${values.key}!longer"\n${values.password}`;
    assert.deepEqual(
      search(text).map(({ subject, start, end }) => [subject, text.slice(start, end)]),
      [
        ['A', values.key],
        ['B', `${values.key}!longer`],
        ['C', values.password],
      ],
    );
    assert.deepEqual(search(`a${values.key}`), []);
    assert.deepEqual(search(`${values.key}9`), []);
    assert.deepEqual(search(values.key.toLowerCase()), []);
    assert.deepEqual(createEnvSearch([])(values.key), []);
  });

  it('are found after an escape', () => {
    for (const escape of ['\\n', '\\u003d', '%3D', '\u001b[33m', '\\u001b[33m']) {
      const text = `x${escape}${values.key}\\n`;
      assert.deepEqual(
        search(text).map(({ start, end }) => text.slice(start, end)),
        [values.key],
      );
    }
  });

  it('are looked for in linear time, however alike they are', function () {
    this.timeout(60_000);
    const alike = Array.from({ length: 2000 }, (_, index) => ({
      name: 'A',
      value: `${values.key}${'a'.repeat(480)}${index}`,
    }));
    const find = createEnvSearch(alike);
    assertLinear(2000, (size) => {
      const text = `${values.key}${'a'.repeat(20)} `.repeat(size);
      return () => find(text);
    });
  });

  it('of a hostile file are read in linear time', function () {
    this.timeout(60_000);
    for (const unit of ['A', 'A=', ' ', 'export ', "A='", '\n', 'A=a://a:', 'KEY=aA1']) {
      assertLinear(2000, (size) => {
        const text = unit.repeat(size);
        return () => secretsOfEnv(text);
      });
    }
  });
});

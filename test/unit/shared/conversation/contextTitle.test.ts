import assert from 'node:assert/strict';
import { contextTitle } from '../../../../src/shared/conversation/contextTitle.ts';
import { setDisplayLanguage } from '../../../../src/shared/language.ts';

const changes = (path: string) => contextTitle({ kind: 'diff', path });

describe('titles of what has no path', () => {
  before(() => {
    const translations = {
      'Terminal command': 'Terminalbefehl',
      'Search results': 'Suchergebnisse',
      'Staged Changes': 'Bereitgestellte Änderungen',
      'Changes That Are Not Staged': 'Nicht bereitgestellte Änderungen',
      'Changes since {0}': 'Änderungen seit {0}',
      '{0} in {1}': '{0} in {1}',
      'Commit {0}': 'Commit {0}',
    };
    setDisplayLanguage({ tag: 'de', translations });
  });
  after(() => setDisplayLanguage({ tag: 'en', translations: undefined }));

  it('are in the display language', () => {
    assert.equal(contextTitle({ kind: 'terminal', path: 'terminal command' }), 'Terminalbefehl');
    assert.equal(contextTitle({ kind: 'search', path: 'search results' }), 'Suchergebnisse');
    assert.equal(changes('staged changes'), 'Bereitgestellte Änderungen');
    assert.equal(
      changes('changes that are not staged in site/app'),
      'Nicht bereitgestellte Änderungen in site/app',
    );
    assert.equal(changes('changes since feature/in'), 'Änderungen seit feature/in');
    assert.equal(
      changes('changes since main in notes in app'),
      'Änderungen seit main in notes in app',
    );
    assert.equal(changes('commit 1a2b3c4 fix: no gap'), 'Commit 1a2b3c4 fix: no gap');
  });

  it('are as they were sent where they are not known, without hidden characters', () => {
    assert.equal(changes('changes of a later version in x'), 'changes of a later version in x');
    assert.equal(changes('commit 1a2b3c4 a\u202Eb'), 'Commit 1a2b3c4 a\\u{202e}b');
  });

  it('are none for what has a path, whatever it is', () => {
    assert.equal(contextTitle({ kind: 'folder', path: 'clipboard' }), undefined);
    assert.equal(contextTitle({ path: 'staged changes' }), undefined);
  });
});

import assert from 'node:assert/strict';
import { afterBlock } from '../../support/apply/afterBlock.ts';

/** A block for a file, and what it replaces there: text, and the text that takes its place. */
interface Input {
  readonly file: string;
  readonly text: string;
  readonly block: string;
  readonly replaced: readonly (readonly [string, string])[];
}

/** As models write them; each is a kind that other tests do not have. */
const inputs: Readonly<Record<string, Input>> = {
  'two keys of YAML, each with a mark and something new': {
    file: 'docker-compose.yml',
    text: `services:
  web:
    build: .
    ports:
      - "8000:8000"

  db:
    image: postgres:16
    volumes:
      - db_data:/var/lib/postgresql/data

volumes:
  db_data:
`,
    block: `services:
  # ... existing services ...

  redis:
    image: redis:7-alpine
    ports:
      - "6379:6379"
    volumes:
      - redis_data:/data

volumes:
  # ... existing volumes ...
  redis_data:`,
    replaced: [
      [
        '      - db_data:/var/lib/postgresql/data\n\n',
        '      - db_data:/var/lib/postgresql/data\n\n  redis:\n    image: redis:7-alpine\n    ports:\n      - "6379:6379"\n    volumes:\n      - redis_data:/data\n\n',
      ],
      ['  db_data:\n', '  db_data:\n  redis_data:\n'],
    ],
  },
  'a key that a text within the file has, too': {
    file: 'config.yaml',
    text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: app
data:
  app.yaml: |
    server:
      port: 80
    metadata:
      owner: ops
  extra: "1"
`,
    block: `metadata:
  name: app
  labels:
    tier: web`,
    replaced: [['  name: app\n', '  name: app\n  labels:\n    tier: web\n']],
  },
  'a heading that each section has': {
    file: 'CHANGELOG.md',
    text: `# Changelog

## 2.0.0

### Added

- A new thing.

### Fixed

- A bug.

## 1.0.0

### Added

- First.

### Fixed

- Nothing.
`,
    block: `## 1.0.0

### Added

- First.
- Second.

### Fixed

- Nothing.`,
    replaced: [['- First.\n', '- First.\n- Second.\n']],
  },
  'a function whose documentation shows one of its name': {
    file: 'a.ex',
    text: `defmodule A do
  @doc """
  Runs.

      def run(x) do
        x
      end
  """
  def run(x) do
    x + 1
  end
end
`,
    block: `  def run(x) do
    x + 2
  end`,
    replaced: [['  def run(x) do\n    x + 1\n', '  def run(x) do\n    x + 2\n']],
  },
  'a search for what another edit of the block adds elsewhere': {
    file: 'src/App.jsx',
    text: `function App() {
  return (
    <>
      <Column
        pinned={cols.includes('content')}
        onPin={() => {
          pin('content');
        }}
      />
      <Column
        pinned={cols.includes('title')}
        onPin={() => {
          pin('title');
        }}
        onGenerate={handleGenerate}
      />
    </>
  );
}
`,
    block: `<<<<<<< SEARCH
        pinned={cols.includes('content')}
        onPin={() => {
=======
        pinned={cols.includes('content')}
        onGenerate={handleGenerate}
        onPin={() => {
>>>>>>> REPLACE

<<<<<<< SEARCH
        onGenerate={handleGenerate}
=======
>>>>>>> REPLACE`,
    replaced: [
      [
        "        pinned={cols.includes('content')}\n",
        "        pinned={cols.includes('content')}\n        onGenerate={handleGenerate}\n",
      ],
      ['        }}\n        onGenerate={handleGenerate}\n', '        }}\n'],
    ],
  },
  'a comment of SQL that a diff removes': {
    file: 'a.sql',
    text: `-- users
SELECT * FROM users;
-- teams
SELECT * FROM teams;
`,
    block: `@@ -1,4 +1,3 @@
 -- users
 SELECT * FROM users;
--- teams
 SELECT * FROM teams;`,
    replaced: [['SELECT * FROM users;\n-- teams\n', 'SELECT * FROM users;\n']],
  },
};

describe('blocks as models write them', () => {
  for (const [title, { file, text, block, replaced }] of Object.entries(inputs)) {
    it(`are applied: ${title}`, async () => {
      const after = replaced.reduce((all, [from, to]) => all.replace(from, () => to), text);
      assert.equal(await afterBlock(block, text, { file }), after);
    });
  }
});

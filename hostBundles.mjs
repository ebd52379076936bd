// The bundles of the extension host.
import { glob, readFile } from 'node:fs/promises';

/** The files of `dist/syntax`. The grammars of C++ and C# are left out: they are five megabytes each. */
export const grammarFiles = [
  'tree-sitter.wasm',
  ...['bash', 'go', 'java', 'javascript', 'php', 'python', 'ruby', 'rust', 'tsx'].map(
    (name) => `tree-sitter-${name}.wasm`,
  ),
  'tree-sitter-typescript.wasm',
];

/**
 * Takes the names in use out of VS Code's API once. By itself esbuild copies all of it, hundreds of names,
 * for every module with `import * as vscode`: most of the time that Parley took to load.
 * @type {import('esbuild').Plugin}
 */
const apiOnce = {
  name: 'API once',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'api'
        ? { path: 'vscode', external: true }
        : { path: 'vscode', namespace: 'api' },
    );
    build.onLoad({ filter: /.*/, namespace: 'api' }, async () => ({
      contents: `export const { ${await usedOfApi()} } = require('vscode');`,
    }));
  },
};

/** The names after `vscode.` in any room of the host; those of types are nothing at run time. */
async function usedOfApi() {
  /** @type {Set<string>} */
  const names = new Set();
  for await (const path of glob('src/host/**/*.ts')) {
    for (const [, name] of (await readFile(path, 'utf8')).matchAll(/\bvscode\.(\w+)/g)) {
      names.add(name);
    }
  }
  return [...names].toSorted().join(', ');
}

/**
 * Leaves Node's modules out of the preset of rules that look for secrets. One rule, which is not used, reads files.
 * @type {import('esbuild').Plugin}
 */
const presetWithoutNode = {
  name: 'preset without Node',
  setup(build) {
    build.onResolve({ filter: /^node:(?:fs|path)$/ }, ({ path, importer }) =>
      importer.includes('secretlint-rule-preset') ? { path, namespace: 'left out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left out' }, () => ({
      contents: 'export default {}',
    }));
  },
};

/**
 * The options of the bundles, of which `shared` are those of every bundle. Each but `node` is a CommonJS file
 * for the desktop, the remote and the browser extension host.
 * @param {import('esbuild').BuildOptions} shared
 */
export function hostBundles(shared) {
  const every = {
    ...shared,
    outdir: 'dist',
    format: 'cjs',
    // 'browser' resolves no Node built-in, so that an import of one fails here.
    platform: 'browser',
  };

  /** What VS Code loads. */
  const extension = {
    ...every,
    entryPoints: { extension: 'src/host/start/extension.ts' },
    plugins: [apiOnce],
  };

  /** Loaded by `src/host/start/bundleFunction.ts`: a function each, whose name is the bundle's. */
  const onDemand = {
    ...every,
    entryPoints: {
      codeInMarkdown: 'src/markdown/codeInMarkdown.ts',
      conversationHtml: 'src/markdown/conversationHtml.ts',
      readPastedText: 'src/pastedConnection/readPastedText.ts',
      checkReply: 'src/replyCheck/checkReply.ts',
      readImageFile: 'src/shared/images/file/readImageFile.ts',
    },
  };

  /** The same for functions that use VS Code's API, or have words in the display language. */
  const onDemandHost = {
    ...every,
    entryPoints: {
      chatTransfer: 'src/host/transfer/chatTransfer.ts',
      contextSources: 'src/host/start/contextSources.ts',
      costDocument: 'src/host/costs/costDocument.ts',
      createConnectionsPage: 'src/host/connectionsPage/connectionsPage.ts',
      createCommitMessages: 'src/host/git/commitMessages.ts',
      createDemoService: 'src/demo/service.ts',
      createDiagnoses: 'src/host/diagnosis/diagnoses.ts',
      createFileChanges: 'src/host/start/createFileChanges.ts',
      createEditorQuestions: 'src/host/editorQuestions/createEditorQuestions.ts',
      createInstructions: 'src/host/instructions/createInstructions.ts',
      createLanguageModels: 'src/host/languageModels/createLanguageModels.ts',
      createMessageGuard: 'src/host/guard/createMessageGuard.ts',
      createPrompts: 'src/host/prompts/createPrompts.ts',
      startParley: 'src/host/start/parley.ts',
    },
    inject: ['src/host/start/bundleLanguage.ts'],
    plugins: [apiOnce, presetWithoutNode],
  };

  /** Reads the syntax of code. */
  const syntax = {
    ...every,
    entryPoints: { createSyntax: 'src/host/syntax/createSyntax.ts' },
    // The runtime is to look for neither Node nor a page: it is given what it needs.
    define: { process: 'undefined', document: '{"currentScript":null}' },
    external: ['url', 'module', 'fs/promises'],
  };

  /** What only Node has. The browser extension host never loads it. */
  const node = {
    ...every,
    platform: 'node',
    entryPoints: ['nodeFetch', 'nodeFiles', 'nodeKeys', 'nodeNetwork'].map(
      (name) => `src/host/node/${name}.ts`,
    ),
  };
  return { extension, onDemand, onDemandHost, syntax, node };
}

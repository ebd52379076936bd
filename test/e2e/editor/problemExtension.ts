import { writeExtension } from '../../launch/vscode/writeExtension.ts';

/**
 * Reports each `TODO` in Python, Go and Markdown as a problem, as the servers of languages do that VS Code does not
 * come with, and has a test that fails.
 */
const program = `const vscode = require('vscode');
exports.activate = ({ subscriptions }) => {
  const collection = vscode.languages.createDiagnosticCollection('todo');
  const check = (document) => {
    if (!/^(python|go|markdown)$/.test(document.languageId)) return;
    const found = [];
    for (let line = 0; line < document.lineCount; line += 1) {
      const at = document.lineAt(line).text.indexOf('TODO');
      if (at !== -1) {
        const range = new vscode.Range(line, at, line, at + 4);
        const one = new vscode.Diagnostic(range, 'Something is left to do.', vscode.DiagnosticSeverity.Warning);
        one.source = 'todo';
        one.code = 'T1';
        found.push(one);
      }
    }
    collection.set(document.uri, found);
  };
  vscode.workspace.textDocuments.forEach(check);
  const tests = vscode.tests.createTestController('numbers', 'Numbers');
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, 'src/inventory.py');
  const suite = tests.createTestItem('suite', 'inventory', uri);
  const test = tests.createTestItem('add', 'adds items', uri);
  test.range = new vscode.Range(4, 4, 4, 20);
  suite.children.add(test);
  tests.items.add(suite);
  tests.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request) => {
    const run = tests.createTestRun(request);
    run.started(test);
    const message = vscode.TestMessage.diff('Counts differ \\u001b[31mbadly\\u001b[0m', 'three', 'four');
    message.location = new vscode.Location(uri, new vscode.Position(5, 8));
    run.failed(test, message);
    run.end();
  }, true);
  subscriptions.push(collection, tests, vscode.workspace.onDidOpenTextDocument(check));
};
`;

/** Writes the extension into `folder`. */
export async function writeProblemExtension(folder: string): Promise<void> {
  await writeExtension(folder, {
    name: 'problems',
    description: 'Reports problems.',
    activationEvents: ['onStartupFinished'],
    program,
  });
}

import * as vscode from 'vscode';
import { isArrayOf, isRecord, isString } from '../../shared/guards.ts';

/** Opens `code` as a new, unsaved file. `language` is the language as a Markdown fence names it. */
export async function newFile(code: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    content: code,
    language: languageId(language) ?? 'plaintext',
  });
  await vscode.window.showTextDocument(document);
}

/** The ID of the language with this ID, name or file extension, among those that extensions contribute. */
function languageId(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const languages = vscode.extensions.all.flatMap(({ packageJSON }) => languagesOf(packageJSON));
  const found =
    languages.find(({ id }) => id === wanted) ??
    languages.find(({ names }) => names.includes(wanted));
  return found?.id;
}

interface KnownLanguage {
  readonly id: string;
  readonly names: readonly string[];
}

function languagesOf(manifest: unknown): readonly KnownLanguage[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const languages = isRecord(contributes) ? contributes['languages'] : undefined;
  return (Array.isArray(languages) ? languages : []).flatMap((language: unknown) => {
    if (!isRecord(language) || !isString(language['id'])) {
      return [];
    }
    const { id, aliases, extensions } = language;
    const names = [aliases, extensions].filter(isArrayOf(isString)).flat();
    return [{ id, names: names.map((name) => name.toLowerCase().replace(/^\./, '')) }];
  });
}

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
export function languageId(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const languages = contributedLanguages();
  const found =
    languages.find(({ id }) => id === wanted) ??
    languages.find(({ names }) => names.includes(wanted));
  return found?.id;
}

/** The end of the names of files in the language with this ID, without the dot, if it is known. */
export function fileEnding(id: string): string | undefined {
  return contributedLanguages()
    .filter((one) => one.id === id)
    .flatMap(({ endings }) => endings)[0];
}

interface KnownLanguage {
  readonly id: string;
  readonly names: readonly string[];
  readonly endings: readonly string[];
}

function contributedLanguages(): readonly KnownLanguage[] {
  return vscode.extensions.all.flatMap(({ packageJSON }) => languagesOf(packageJSON));
}

function languagesOf(manifest: unknown): readonly KnownLanguage[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const languages = isRecord(contributes) ? contributes['languages'] : undefined;
  return (Array.isArray(languages) ? languages : []).flatMap((language: unknown) => {
    if (!isRecord(language) || !isString(language['id'])) {
      return [];
    }
    const { id, aliases, extensions } = language;
    const endings = plainWords(extensions);
    return [{ id, names: [...plainWords(aliases), ...endings], endings }];
  });
}

function plainWords(list: unknown): readonly string[] {
  return (isArrayOf(isString)(list) ? list : []).map((word) =>
    word.toLowerCase().replace(/^\./, ''),
  );
}

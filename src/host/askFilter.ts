import * as vscode from 'vscode';

/** A key press is not searched for while the next one may follow. */
const typingPauseMs = 200;

/** Asks what to search for; `use` hears of it as it is typed, and of `before` where the user leaves. */
export function askFilter(before: string, use: (typed: string) => void): void {
  const box = vscode.window.createInputBox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  box.title = vscode.l10n.t('Filter the chats');
  box.placeholder = vscode.l10n.t('Words in titles and in what was said');
  box.prompt = vscode.l10n.t(
    'Narrow it with model:…, connection:…, workspace:here, tag:…, after:2026-10-01, before:… or is:pinned.',
  );
  box.value = before;
  let filter = before;
  box.onDidChangeValue((typed) => {
    clearTimeout(timer);
    timer = setTimeout(() => use(typed), typingPauseMs);
  });
  box.onDidAccept(() => {
    filter = box.value;
    box.hide();
  });
  box.onDidHide(() => {
    clearTimeout(timer);
    use(filter);
    box.dispose();
  });
  box.show();
}

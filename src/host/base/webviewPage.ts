import * as vscode from 'vscode';
import { displayLanguage } from '../../shared/language.ts';

/** The pages that webviews show. `dist/webview` has `<name>.js` and `<name>Style.css` for each. */
type PageName = 'panel' | 'connections' | 'diagram';

/**
 * Shows a page in a webview, which may run scripts and load files of `dist/webview` only. The page starts
 * at once: listen to its messages before.
 */
export function showPage(webview: vscode.Webview, extensionUri: vscode.Uri, page: PageName): void {
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  webview.html = pageHtml(webview, root, page);
}

/**
 * The page's content security policy allows one script, and styles, fonts and images of the extension:
 * nothing remote and nothing inline. Besides, the script may add styles with its nonce and images from
 * blobs. A frame that it makes inherits the policy.
 */
function pageHtml(webview: vscode.Webview, root: vscode.Uri, page: PageName): string {
  const nonce = crypto.randomUUID();
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} blob:`,
    `connect-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file(`${page}Style.css`)}">
<title>Parley</title>
</head>
<body>
<div id="parley"></div>
<script type="application/json" id="translations">${translations()}</script>
<script type="module" nonce="${nonce}" src="${file(`${page}.js`)}"></script>
</body>
</html>`;
}

/** The words of the display language for the page's own `l10n.t`, as JSON without `<`, so that none of them can end the script element. */
function translations(): string {
  return JSON.stringify(vscode.l10n.bundle ?? null).replaceAll('<', String.raw`\u003c`);
}

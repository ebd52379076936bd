import * as vscode from 'vscode';

/** The pages that are shown in webviews, by the name of their script. */
type PageName = 'panel' | 'connections' | 'diagram';

/** Shows the page of a panel in a webview, where nothing is heard of it yet. */
export function showPanelPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
  };
  webview.html = panelHtml(webview, extensionUri);
}

/**
 * A page of Parley's. Its policy lets it run one script and load its own style, font and images:
 * nothing remote, nothing inline. Only what that script makes can be a style or an image besides, and
 * a frame that it makes has the same policy.
 */
export function panelHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: PageName = 'panel',
): string {
  const nonce = crypto.randomUUID();
  const own = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
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
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${own(`${page}Style.css`)}">
<title>Parley</title>
</head>
<body>
<div id="parley"></div>
<script type="module" nonce="${nonce}" src="${own(`${page}.js`)}"></script>
</body>
</html>`;
}

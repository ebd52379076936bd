/** The style of the page of an exported conversation, light and dark, on screens and on paper. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --code: #f6f8fa; --page: #fff; --link: #0757ba;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #d5dbe1; --quiet: #9aa4af; --line: #3a424c; --code: #20262d; --page: #15191e; --link: #6cb0ff; }
}
* { box-sizing: border-box; }
body {
  max-width: 48rem; margin: 0 auto; padding: 32px 20px 64px;
  background: var(--page); color: var(--text);
  font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 1.4em 0 0.5em; }
body > header h1 { margin: 0 0 4px; font-size: 1.7rem; }
.quiet { color: var(--quiet); font-size: 0.875rem; margin: 0; }
article { margin-top: 28px; padding-top: 16px; border-top: 1px solid var(--line); }
article > header { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; margin-bottom: 8px; }
article > header h2 { margin: 0; font-size: 1rem; }
.body h1 { font-size: 1.4rem; } .body h2 { font-size: 1.25rem; } .body h3 { font-size: 1.1rem; }
.body h4, .body h5, .body h6 { font-size: 1rem; }
p, ul, ol, blockquote, table, figure, pre, details { margin: 0 0 12px; }
.plain { white-space: pre-wrap; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; }
:not(pre) > code { background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; }
figure { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
figcaption { padding: 4px 12px; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 0.8125rem; }
pre { overflow-x: auto; padding: 12px; background: var(--code); line-height: 1.45; }
figure pre { margin: 0; }
pre code { font-size: inherit; }
blockquote { padding-left: 12px; border-left: 3px solid var(--line); color: var(--quiet); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: 4px 10px; text-align: start; }
.align-left { text-align: left; } .align-center { text-align: center; } .align-right { text-align: right; }
.footnote { color: var(--quiet); font-size: 0.875rem; }
.footnote > sup { float: inline-start; margin-inline-end: 6px; }
img { max-width: 100%; height: auto; }
hr { border: 0; border-top: 1px solid var(--line); }
details { border-left: 3px solid var(--line); padding-left: 12px; }
summary { cursor: pointer; color: var(--quiet); font-size: 0.875rem; }
details > :not(summary) { margin-top: 8px; }
.end { border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; }
@media print {
  :root { --text: #000; --quiet: #444; --line: #bbb; --code: #f5f5f5; --page: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  h1, h2, h3, article > header, figcaption { break-after: avoid; }
  pre { white-space: pre-wrap; }
  table { display: table; }
}
`;

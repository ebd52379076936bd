import * as l10n from '@vscode/l10n';
import { exchanges } from '../conversation/exchanges.ts';
import { formatRemark, remarkText, missingText } from '../conversation/replyRemarks.ts';
import { isCode } from '../conversation/request/prompt.ts';
import { servedByTexts } from '../conversation/servedBy.ts';
import {
  type MarkdownHead,
  missingImageText,
  replyEndText,
  toolCallName,
} from '../conversation/transfer/markdown.ts';
import { type ImageUrl, imagesOf } from '../conversation/request/sentImages.ts';
import type { Image } from '../shared/images/image.ts';
import type { ContextItem, Reply, Turn } from '../shared/conversation/conversation.ts';
import { type DisplayLanguage, displayLanguage, setDisplayLanguage } from '../shared/language.ts';
import type { ToolCall } from '../shared/service/chatCompletion.ts';
import { codeHtml, escapeHtml, markdownHtml, plainHtml } from './markdownHtml.ts';
import { pageStyle } from './pageStyle.ts';

/**
 * Exports the turns of a path as a self-contained HTML page in `language`, which this bundle does not know
 * by itself. The page runs no script and loads nothing; its content security policy forbids both. Images are part of
 * it, as the data URLs that `urlOf` gives.
 */
export async function conversationHtml(
  head: MarkdownHead,
  turns: readonly Turn[],
  language: DisplayLanguage,
  urlOf: ImageUrl = () => undefined,
): Promise<string> {
  const style = await hashOf(pageStyle);
  setDisplayLanguage(language);
  const images = imagesOf(turns).length === 0 ? '' : 'img-src data:; ';
  const policy = `default-src 'none'; ${images}style-src '${style}'; base-uri 'none'; form-action 'none'`;
  const title = escapeHtml(head.title);
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<p class="quiet">${headLine(head, turns)}</p>
</header>
<main>
${systemPrompt(head)}${exchanges(turns)
    .map((turnsOfOne) => exchangeHtml(turnsOfOne, urlOf))
    .join('')}</main>
</body>
</html>
`;
}

/** The source expression that allows a style (Content Security Policy 3, "hash-source"). */
async function hashOf(style: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

function headLine(
  { createdAt, workspace, tags = [] }: MarkdownHead,
  turns: readonly Turn[],
): string {
  const models = new Set(turns.map(({ reply }) => modelOf(reply)));
  const words = [...models, workspace ?? '', ...tags.map((tag) => `#${tag}`)];
  const parts = [time(createdAt), ...words.map(escapeHtml)];
  return parts.filter((part) => part !== '').join(' · ');
}

function systemPrompt({ systemPrompt = '' }: MarkdownHead): string {
  return systemPrompt === ''
    ? ''
    : article(l10n.t('System prompt'), '', folded(l10n.t('Text'), plainHtml(systemPrompt)));
}

function exchangeHtml([first, ...others]: readonly [Turn, ...Turn[]], urlOf: ImageUrl): string {
  const { user, reply } = first;
  const replies = [reply, ...others.map((turn) => turn.reply)];
  const last = replies.at(-1) ?? reply;
  const reasoning = replies.map((each) => each.reasoning).join('');
  const end = replyEndText(last);
  const missing = replies.flatMap((each) => missingText(each) ?? []);
  const format = formatRemark(last.formatCheck);
  const message =
    plainHtml(user.text) + user.context.map(contextHtml).join('') + imagesHtml(user.images, urlOf);
  const served = [...new Set(replies.flatMap(servedByTexts))].join(' · ');
  const parts = [
    served === '' ? '' : `<p class="quiet" dir="auto">${escapeHtml(served)}</p>`,
    reasoning === '' ? '' : folded(l10n.t('Reasoning'), markdownHtml(reasoning)),
    // Rendered as one text, as in the panel: a code block may continue in the next reply.
    markdownHtml(replies.map((each) => each.text).join('')),
    ...replies.map(({ images }) => imagesHtml(images, urlOf)),
    ...replies.flatMap(({ toolCalls = [] }) => toolCalls.map(toolCallHtml)),
    ...missing.map((text) => `<p class="end quiet">${escapeHtml(text)}</p>`),
    end === undefined ? '' : `<p class="end quiet">${escapeHtml(end)}</p>`,
    format === undefined ? '' : `<p class="end quiet">${escapeHtml(remarkText(format))}</p>`,
  ];
  return (
    article(l10n.t('You'), time(reply.startedAt), message) +
    article(modelOf(last), time(last.endedAt), parts.join(''))
  );
}

function imagesHtml(images: readonly Image[] = [], urlOf: ImageUrl): string {
  return images
    .map((image) => {
      const url = urlOf(image);
      const { name, width, height } = image;
      return url === undefined
        ? `<p class="quiet">${escapeHtml(missingImageText(image))}</p>`
        : `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(name)}" width="${width}" height="${height}"></p>`;
    })
    .join('');
}

function toolCallHtml(call: ToolCall): string {
  return codeHtml(l10n.t('Tool call, not carried out: {0}', toolCallName(call)), call.arguments);
}

function contextHtml(item: ContextItem): string {
  const { path, name, startLine, endLine, languageId, text } = item;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  const words = [path, ...(name === undefined ? [] : [name]), ...(isCode(item) ? [lines] : [])];
  return folded(words.join(' '), codeHtml(languageId, text));
}

function article(name: string, at: string, body: string): string {
  return `<article>
<header><h2 dir="auto">${escapeHtml(name)}</h2><p class="quiet">${at}</p></header>
<div class="body">${body}</div>
</article>
`;
}

function folded(summary: string, body: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${body}</details>`;
}

function modelOf({ answeredBy, model }: Reply): string {
  return answeredBy ?? model;
}

/**
 * A time to the minute, in the local time zone; empty where there is none. `at` is in milliseconds.
 */
function time(at: number | undefined): string {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) {
    return '';
  }
  const words = date.toLocaleString(displayLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return `<time datetime="${date.toISOString()}">${words}</time>`;
}

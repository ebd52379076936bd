/** Parsers, and what is made with them: loaded when a text comes from elsewhere, or goes there. */
export { codeInMarkdown } from '../../../markdown/codeInMarkdown.ts';
export { conversationHtml } from '../../../markdown/conversationHtml.ts';
export { readPastedText } from '../../../pastedConnection/readPastedText.ts';
export { checkReply } from '../../../replyCheck/checkReply.ts';
export { chatTransfer } from '../../transfer/chatTransfer.ts';

import { isFiniteNumber, isString } from '../../shared/guards.ts';
import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  type ForeignImage,
  listOf,
  textOf,
  type ForeignMessage,
} from './fromForeign.ts';

/** Reads a conversation of VS Code's chat. Its `requests` are in order, each with the parts of its reply. */
export function vsCodeExport(fields: Fields): ForeignConversation {
  const { responderUsername, customTitle, creationDate } = fields;
  const messages = listOf(fields['requests']).flatMap((request, index) =>
    exchangeOf(fieldsOf(request), index, textOf(responderUsername)),
  );
  return {
    title: textOf(customTitle),
    createdAt: isFiniteNumber(creationDate) ? creationDate : messages[0]?.at,
    messages,
  };
}

function exchangeOf(
  fields: Fields,
  index: number,
  responder: string | undefined,
): readonly ForeignMessage[] {
  const { message, timestamp } = fields;
  const at = isFiniteNumber(timestamp) ? timestamp : undefined;
  const parts = listOf(fields['response']).map(fieldsOf);
  const thoughts = parts.filter(({ kind }) => kind === 'thinking');
  const variables = listOf(fieldsOf(fields['variableData'])['variables']).map(fieldsOf);
  const images = variables.flatMap(imageOf);
  return [
    {
      id: `u${index}`,
      parentId: index === 0 ? undefined : `a${index - 1}`,
      role: 'user',
      text: textOf(fieldsOf(message)['text']) ?? textOf(message) ?? '',
      at,
      images,
      leftOut: variables.length - images.length,
    },
    {
      id: `a${index}`,
      parentId: `u${index}`,
      role: 'assistant',
      text: parts.map(partText).join(''),
      reasoning: thoughts.map(thoughtText).join('\n\n'),
      model: textOf(fields['modelId']) ?? responder,
      at,
      leftOut: parts.filter(({ kind }) => isString(kind) && lost.has(kind)).length,
    },
  ];
}

/** An attached image: pasted ones are in the export, others are files. */
function imageOf({ kind, name, value }: Fields): readonly ForeignImage[] {
  const data = fieldsOf(value)['$base64'];
  return kind === 'image' && isString(data) ? [{ name: textOf(name) ?? 'image', data }] : [];
}

/** Kinds of parts whose content is not text and is not imported. */
const lost: ReadonlySet<string> = new Set([
  'toolInvocationSerialized',
  'textEditGroup',
  'notebookEditGroup',
  'treeData',
  'multiDiffData',
]);

/** Kinds of parts with text of the reply; it has most parts without a kind. Others say what was going on. */
const said: ReadonlySet<unknown> = new Set([undefined, 'markdownContent', 'markdownVuln']);

function partText({ kind, value, content, inlineReference, name }: Fields): string {
  if (kind === 'inlineReference') {
    return `\`${textOf(name) ?? referenceName(fieldsOf(inlineReference))}\``;
  }
  return said.has(kind) ? (textOf(value) ?? textOf(fieldsOf(content)['value']) ?? '') : '';
}

/** The name of a reference to a file, to a place in a file, or to a symbol. */
function referenceName(reference: Fields): string {
  const uri = fieldsOf(reference['uri'] ?? fieldsOf(reference['location'])['uri'] ?? reference);
  const path = textOf(uri['path']) ?? '';
  return textOf(reference['name']) ?? path.slice(path.lastIndexOf('/') + 1);
}

function thoughtText({ value }: Fields): string {
  return textOf(value) ?? listOf(value).filter(isString).join('\n');
}

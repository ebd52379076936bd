import { isArrayOf, isRecord, isString, type Guard } from '../../shared/guards.ts';

/** An element of an SVG as data, so that its reader needs no parser. */
export interface SvgNode {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly (SvgNode | string)[];
}

/** More levels than any real drawing has. */
const maxDepth = 200;

/** Converts an element with its content; comments become text. */
export function svgTree(node: Element): SvgNode {
  return {
    name: node.localName,
    attributes: Array.from(node.attributes, ({ name, value }) => [name, value] as const),
    children: Array.from(node.childNodes, (child) =>
      child instanceof Element ? svgTree(child) : (child.textContent ?? ''),
    ),
  };
}

const isAttributes = isArrayOf(
  (value): value is readonly [string, string] =>
    Array.isArray(value) && isString(value[0]) && isString(value[1]),
);

/** Guards an element with its content, up to a depth of 200. */
export const isSvgNode: Guard<SvgNode> = (value): value is SvgNode => isNode(value, 0);

function isNode(value: unknown, depth: number): boolean {
  return (
    depth < maxDepth &&
    isRecord(value) &&
    isString(value['name']) &&
    isAttributes(value['attributes']) &&
    Array.isArray(value['children']) &&
    value['children'].every((child) => isString(child) || isNode(child, depth + 1))
  );
}

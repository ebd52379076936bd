import type { SvgNode } from './svgTree.ts';

/** An SVG that cannot run scripts or load anything, also when it is saved as a file. */
export interface SafeSvg {
  readonly text: string;
  /** In CSS pixels, as the height. */
  readonly width: number;
  readonly height: number;
  /** Its own title, or the kind of diagram; may be empty. */
  readonly title: string;
}

/** None of them links, loads, runs scripts or contains another kind of markup. */
const allowedElements = new Set(
  [
    'svg g defs symbol marker clipPath mask pattern style title desc switch',
    'path rect circle ellipse line polyline polygon text tspan textPath',
    'linearGradient radialGradient stop filter feDropShadow feGaussianBlur feOffset feFlood',
    'feComposite feMerge feMergeNode feColorMatrix feBlend',
  ].flatMap((names) => names.split(' ')),
);

/** Event handlers, namespaces (the only one is set here) and names with unusual characters. */
const refusedAttribute = /^(?:on.*|xmlns.*|.*[^\w-].*)$/i;

/**
 * Copies the allowed elements and attributes of a drawing; links are replaced by their content.
 * `background` is a CSS colour.
 */
export function safeSvg(root: SvgNode, background: string): SafeSvg {
  const { width, height } = sizeOf(root);
  const title = root.children.find((child) => isElement(child) && child.name === 'title');
  const attributes = root.attributes.filter(
    ([name]) => !['width', 'height', 'style'].includes(name),
  );
  const own = {
    name: 'svg',
    attributes: [
      ...attributes,
      ['width', String(width)] as const,
      ['height', String(height)] as const,
      ['style', `background-color: ${background}`] as const,
    ],
    children: root.children,
  };
  return {
    text: markup(own).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'),
    width,
    height,
    title:
      (title === undefined ? '' : textOf(title)).trim() || attribute(root, 'aria-roledescription'),
  };
}

function markup(node: SvgNode | string): string {
  if (!isElement(node)) {
    return escaped(node);
  }
  if (!allowedElements.has(node.name)) {
    return node.name === 'a' ? node.children.map(markup).join('') : '';
  }
  const attributes = node.attributes
    .filter(([name, value]) => isAllowed(name, value))
    .map(([name, value]) => ` ${name}="${escaped(safeCss(value, 'none'))}"`);
  const content =
    node.name === 'style' ? escaped(safeCss(textOf(node), '')) : node.children.map(markup).join('');
  return `<${node.name}${attributes.join('')}>${content}</${node.name}>`;
}

function isElement(node: SvgNode | string): node is SvgNode {
  return typeof node !== 'string';
}

function isAllowed(name: string, value: string): boolean {
  return !refusedAttribute.test(name) && (name !== 'href' || value.startsWith('#'));
}

function textOf(node: SvgNode | string): string {
  return isElement(node) ? node.children.map(textOf).join('') : node;
}

function attribute({ attributes }: SvgNode, wanted: string): string {
  return attributes.find(([name]) => name === wanted)?.[1] ?? '';
}

function sizeOf(root: SvgNode): { readonly width: number; readonly height: number } {
  const [, , width = Number.NaN, height = Number.NaN] = attribute(root, 'viewBox')
    .split(/[\s,]+/)
    .map(Number);
  return { width: inRange(width), height: inRange(height) };
}

function inRange(size: number): number {
  return size > 0 && size < 100_000 ? Math.ceil(size) : 400;
}

/**
 * What may load something, or hide that it does: escapes and comments, every at-rule but those of animations and
 * conditions, and every function that takes an address, unless that is a part of the drawing itself.
 */
const mayLoad =
  /\\|\/\*|@(?!(?:-webkit-)?keyframes\b|media\b|supports\b)|(?:url|src|image|image-set|cross-fade|element)\((?!\s*["']?#)/i;

/**
 * The CSS of a style or an attribute, or as a whole what is safe in its place: what is cut out of a text can join what was
 * around it to what was to be removed.
 */
function safeCss(text: string, replacement: string): string {
  const css = withoutInvalid(text);
  return mayLoad.test(css) ? replacement : css;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return withoutInvalid(text).replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}

/** Text without the characters that XML does not allow (XML 1.0, "Char"). */
function withoutInvalid(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

import type { SvgNode } from '../svgTree.ts';

// The policy of the page allows no inline styles. Each one that a parser meets is an error in the console,
// of every policy that the frame inherits; set through the CSS object model they are allowed.

/** Takes the place of the attribute `style` in markup that is parsed. */
const standIn = 'data-parley-style';

/** Makes the styles that Mermaid writes work under the policy; style elements get the nonce. */
export function allowOwnStyles(nonce: string): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its element
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function set(name: string, value: string): void {
    if (name === 'style' && (this instanceof HTMLElement || this instanceof SVGElement)) {
      this.style.cssText = value;
    } else {
      setAttribute.call(this, name, value);
    }
  };
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const created = createElement(name, options);
    if (created instanceof HTMLStyleElement) {
      created.nonce = nonce;
    }
    return created;
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with its parser
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function parse(text: unknown, type): Document {
    // Mermaid's sanitizer gives an object of the browser that stands for a text, and keeps the nonce.
    const markup = String(text)
      .replaceAll(' style="', ` ${standIn}="`)
      .replaceAll(/<style(?: nonce="[^"]*")?/g, `<style nonce="${nonce}"`);
    return parseFromString.call(this, markup, type);
  };
}

/** Gives a parsed drawing its styles back. */
export function withStyles({ name, attributes, children }: SvgNode): SvgNode {
  return {
    name,
    attributes: attributes
      .filter(([key]) => key !== 'nonce')
      .map(([key, value]) => [key === standIn ? 'style' : key, value]),
    children: children.map((child) =>
      typeof child === 'string' ? child.replaceAll(standIn, 'style') : withStyles(child),
    ),
  };
}

import type { TokenColor } from '../shared/tokenColors.ts';
import { defaultTokenColors } from './defaultTokenColors.ts';
import { createStyleOf, type TokenStyle } from './tokenStyle.ts';

/**
 * The look of code as a style sheet: a class stands for what a grammar says, and the colour theme
 * decides what the class looks like. With another theme the sheet changes, and the code stays.
 */
export class TokenStyles {
  readonly #sheet = new CSSStyleSheet();
  readonly #classes = new Map<string, string>();
  #rules: readonly TokenColor[] | undefined;
  #styleOf = createStyleOf([]);

  /** Begins with the colours for the kind of theme that the body names. */
  constructor() {
    document.adoptedStyleSheets.push(this.#sheet);
    this.#useRules();
    const observer = new MutationObserver(() => this.#rules ?? this.#useRules());
    observer.observe(document.body, { attributeFilter: ['class'] });
  }

  /** The colours of the theme; nothing where they are not known. */
  setRules(rules: readonly TokenColor[] | undefined): void {
    this.#rules = rules;
    this.#useRules();
  }

  /** The class for what stands in these scopes, from the outside in. */
  classOf(scopes: readonly string[]): string {
    const key = scopes.join(' ');
    const known = this.#classes.get(key);
    if (known !== undefined) {
      return known;
    }
    const name = `t${this.#classes.size}`;
    this.#classes.set(key, name);
    const rule = ruleOf(name, this.#styleOf(scopes));
    if (rule !== '') {
      this.#sheet.insertRule(rule, this.#sheet.cssRules.length);
    }
    return name;
  }

  #useRules(): void {
    this.#styleOf = createStyleOf(this.#rules ?? defaultTokenColors(document.body.classList));
    const rules = [...this.#classes].map(([key, name]) =>
      ruleOf(name, this.#styleOf(key.split(' '))),
    );
    this.#sheet.replaceSync(rules.join('\n'));
  }
}

function ruleOf(className: string, { color, fontStyle }: TokenStyle): string {
  const style = fontStyle?.split(' ') ?? [];
  const line = [
    style.includes('underline') ? 'underline' : '',
    style.includes('strikethrough') ? 'line-through' : '',
  ].join(' ');
  const declarations = [
    isColor(color) ? `color:${color}` : '',
    style.includes('italic') ? 'font-style:italic' : '',
    style.includes('bold') ? 'font-weight:bold' : '',
    line.trim() === '' ? '' : `text-decoration:${line.trim()}`,
  ].filter((declaration) => declaration !== '');
  return declarations.length === 0 ? '' : `.code-line>.${className}{${declarations.join(';')}}`;
}

function isColor(color: string | undefined): boolean {
  return color !== undefined && /^#[\da-f]{3,8}$/i.test(color);
}

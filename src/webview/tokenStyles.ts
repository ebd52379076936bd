import type { TokenColor } from '../shared/tokenColors.ts';
import { defaultTokenColors } from './defaultTokenColors.ts';
import { createStyleOf, type TokenStyle } from './tokenStyle.ts';

/**
 * The look of code as a style sheet: a class stands for what a grammar says, and the colour theme
 * decides what the class looks like. With another theme the sheet changes, and the code stays.
 *
 * While a theme lasts the sheet does not change, since with a new rule the browser looks at the whole
 * page: a class that is met for the first time comes with those of the looks that the theme has.
 */
export class TokenStyles {
  readonly #sheet = new CSSStyleSheet();
  readonly #classes = new Map<string, string>();
  #rules: readonly TokenColor[] | undefined;
  #styleOf = createStyleOf([]);
  /** The classes of the theme by their declarations. Those of another theme have other names. */
  #looks = new Map<string, string>();
  #themeCount = 0;

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

  /** The classes for what stands in these scopes, from the outside in. */
  classOf(scopes: readonly string[]): string {
    const key = scopes.join(' ');
    const known = this.#classes.get(key);
    if (known !== undefined) {
      return known;
    }
    const looks = declarationsOf(this.#styleOf(scopes)).map((look) => this.#looks.get(look) ?? '');
    const names = [`t${this.#classes.size}`, ...looks].join(' ');
    this.#classes.set(key, names);
    return names;
  }

  #useRules(): void {
    const rules = this.#rules ?? defaultTokenColors(document.body.classList);
    this.#themeCount += 1;
    this.#styleOf = createStyleOf(rules);
    const looks = new Set(
      rules.flatMap(({ foreground, fontStyle }) =>
        declarationsOf({ color: foreground, fontStyle }),
      ),
    );
    this.#looks = new Map(
      [...looks].map((look, index) => [look, `look${this.#themeCount}-${index}`]),
    );
    const sheet = [...this.#looks].map(([look, name]) => ruleOf(name, look));
    for (const [index, key] of [...this.#classes.keys()].entries()) {
      const name = `t${index}`;
      this.#classes.set(key, name);
      sheet.push(ruleOf(name, declarationsOf(this.#styleOf(key.split(' '))).join(';')));
    }
    this.#sheet.replaceSync(sheet.join('\n'));
  }
}

/** What a style says of the colour and of the font; each is left out where it says nothing. */
function declarationsOf({ color, fontStyle }: TokenStyle): readonly string[] {
  const style = fontStyle?.split(' ') ?? [];
  const line = [
    style.includes('underline') ? 'underline' : '',
    style.includes('strikethrough') ? 'line-through' : '',
  ].join(' ');
  const font = [
    style.includes('italic') ? 'font-style:italic' : '',
    style.includes('bold') ? 'font-weight:bold' : '',
    line.trim() === '' ? '' : `text-decoration:${line.trim()}`,
  ].filter((declaration) => declaration !== '');
  return [isColor(color) ? `color:${color}` : '', font.join(';')].filter((look) => look !== '');
}

function ruleOf(className: string, declarations: string): string {
  return `.code-line>.${className}{${declarations}}`;
}

function isColor(color: string | undefined): boolean {
  return color !== undefined && /^#[\da-f]{3,8}$/i.test(color);
}

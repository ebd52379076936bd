import type { TokenColor } from '../../shared/panel/appearance.ts';
import { defaultTokenColors } from './defaultTokenColors.ts';

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

/** How a piece of code looks; what is missing is as the text around it. */
interface TokenStyle {
  readonly color?: string | undefined;
  readonly fontStyle?: string | undefined;
}

/** A selector of a rule, with the rule's place among all: of two that fit alike the later counts. */
interface Selector {
  readonly scope: string;
  /** Scopes that have to stand around it, from the inside out. */
  readonly parents: readonly string[];
  readonly rule: TokenColor;
  readonly place: number;
}

/** Gives the look of a piece of code by its scopes, from the outside in. */
type StyleOf = (scopes: readonly string[]) => TokenStyle;

/**
 * Reads the rules of a theme as VS Code does (the manual of TextMate, "Scope Selectors"): each scope
 * takes the rule that names it most closely, and a scope without one looks as the one around it.
 */
export function createStyleOf(rules: readonly TokenColor[]): StyleOf {
  const selectors = rules.flatMap(selectorsOf);
  return (scopes) => {
    let color: string | undefined;
    let fontStyle: string | undefined;
    for (const [depth, scope] of scopes.entries()) {
      const fitting = selectors.filter((selector) => fits(selector, scope, scopes.slice(0, depth)));
      for (const { rule } of fitting.toSorted(bySpecificity)) {
        color = rule.foreground ?? color;
        fontStyle = rule.fontStyle ?? fontStyle;
      }
    }
    return { color, fontStyle };
  };
}

function selectorsOf(rule: TokenColor, place: number): readonly Selector[] {
  return rule.scopes.map((text) => {
    const [scope = '', ...parents] = text
      .split(/\s+/)
      .filter((part) => part !== '' && part !== '>')
      .toReversed();
    return { scope, parents, rule, place };
  });
}

function fits({ scope, parents }: Selector, name: string, around: readonly string[]): boolean {
  let next = around.length - 1;
  return (
    covers(scope, name) &&
    parents.every((parent) => {
      while (next >= 0 && !covers(parent, around[next] ?? '')) {
        next -= 1;
      }
      next -= 1;
      return next >= -1;
    })
  );
}

function covers(selector: string, scope: string): boolean {
  return scope === selector || scope.startsWith(`${selector}.`);
}

/** The one that names a scope more closely comes later. */
function bySpecificity(a: Selector, b: Selector): number {
  return (
    a.scope.length - b.scope.length ||
    a.parents.length - b.parents.length ||
    a.parents.join('').length - b.parents.join('').length ||
    a.place - b.place
  );
}

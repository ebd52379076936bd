import { type IRawThemeSetting, Theme } from '@shikijs/core/textmate';
import type { TokenColor } from '../../shared/panel/panelState.ts';
import { defaultTokenColors } from './defaultTokenColors.ts';
import { legibleColor } from './legibleColor.ts';

/**
 * The colours of code as a style sheet. Each scope stack that a grammar gives has a class of its
 * own, and the colour theme decides what the class looks like: with another theme the sheet
 * changes, and the nodes of the code stay as they are.
 *
 * As long as a theme lasts the sheet does not change, because a new rule makes the browser compute
 * the styles of the whole page again. So a scope stack that is met for the first time also gets the
 * classes of its colour and its font, which have rules from the start.
 */
export class TokenStyles {
  readonly #sheet = new CSSStyleSheet();
  /** The classes of each scope stack that has been met, in the order of their numbers. */
  readonly #classes = new Map<string, string>();
  #rules: readonly TokenColor[] | undefined;
  #theme = createTokenTheme([]);
  /** What the sheet was made for. */
  #look = '';

  /** Starts with the rules of a theme; `undefined` for the colours for the kind of theme. */
  constructor(rules: readonly TokenColor[] | undefined) {
    document.adoptedStyleSheets.push(this.#sheet);
    this.setRules(rules);
    const observer = new MutationObserver(() => {
      if (this.#look !== pageLook()) {
        this.#applyTheme();
      }
    });
    observer.observe(document.body, { attributeFilter: ['class'] });
    observer.observe(document.documentElement, { attributeFilter: ['style'] });
  }

  /** Takes the rules of a theme; `undefined` for the colours for the kind of theme. */
  setRules(rules: readonly TokenColor[] | undefined): void {
    this.#rules = rules;
    this.#applyTheme();
  }

  /** The classes for a token in these scopes, from the outermost to the innermost. */
  classOf(scopes: readonly string[]): string {
    const key = scopes.join(' ');
    const known = this.#classes.get(key);
    if (known !== undefined) {
      return known;
    }
    const { colorId, fontStyle } = this.#theme.styleOf(scopes);
    const names = [tokenClass(this.#classes.size)];
    if (colorId > 0) {
      names.push(colorClass(colorId));
    }
    if (fontStyle > 0) {
      names.push(fontClass(fontStyle));
    }
    const classes = names.join(' ');
    this.#classes.set(key, classes);
    return classes;
  }

  #applyTheme(): void {
    const theme = createTokenTheme(this.#rules ?? defaultTokenColors(document.body.classList));
    this.#theme = theme;
    this.#look = pageLook();
    const backgrounds = codeBackgrounds();
    const legible = theme.colors.map((color) => legibleColor(color, backgrounds));
    const colors = legible.map((color, id) => ruleOf(colorClass(id), `color:${color}`));
    const fonts = fontStyles.map((style) => ruleOf(fontClass(style), fontDeclarations(style)));
    // Last and complete, since a token also has the colour and font classes of an earlier theme.
    const tokens = [...this.#classes.keys()].map((key, index) => {
      const { colorId, fontStyle } = theme.styleOf(key.split(' '));
      const color = `color:${legible[colorId] ?? 'inherit'}`;
      return ruleOf(tokenClass(index), `${color};${fontDeclarations(fontStyle)}`);
    });
    this.#sheet.replaceSync([...colors, ...fonts, ...tokens].join('\n'));
  }
}

/** The colours behind code, from the lowest, as in `markdown.css`. VS Code sets them on the root. */
function codeBackgrounds(): readonly string[] {
  const { style } = document.documentElement;
  return ['--vscode-editor-background', '--vscode-textCodeBlock-background'].map((name) =>
    style.getPropertyValue(name),
  );
}

/** What the colours of tokens depend on besides the rules of the theme; it changes with the theme. */
function pageLook(): string {
  return [document.body.className, ...codeBackgrounds()].join('\n');
}

function tokenClass(index: number): string {
  return `token${index}`;
}

function colorClass(id: number): string {
  return `color${id}`;
}

function fontClass(style: number): string {
  return `font${style}`;
}

function ruleOf(className: string, declarations: string): string {
  return `.code-line>.${className}{${declarations}}`;
}

/** The bits of a font style (vscode-textmate, `FontStyle`, whose enum cannot be imported). */
const fontBits = { italic: 1, bold: 2, underline: 4, strikethrough: 8 };

/** Every font style but the plain one. */
const fontStyles: readonly number[] = Array.from({ length: 15 }, (_, index) => index + 1);

function fontDeclarations(style: number): string {
  const line = [
    (style & fontBits.underline) > 0 ? 'underline' : '',
    (style & fontBits.strikethrough) > 0 ? 'line-through' : '',
  ].join(' ');
  return [
    `font-style:${(style & fontBits.italic) > 0 ? 'italic' : 'inherit'}`,
    `font-weight:${(style & fontBits.bold) > 0 ? 'bold' : 'inherit'}`,
    `text-decoration:${line.trim() || 'none'}`,
  ].join(';');
}

/** How a token looks. What a theme does not say is inherited from the scope around it. */
interface TokenStyle {
  /** Index in the colours of the theme; 0 where it gives none. */
  readonly colorId: number;
  /** The sum of `fontBits`; 0 where the theme gives none. */
  readonly fontStyle: number;
}

/** A colour theme for code. */
interface TokenTheme {
  /** CSS colours by their id; there is none with the id 0. */
  readonly colors: readonly string[];
  /** The style for a token in these scopes, from the outermost to the innermost. */
  readonly styleOf: (scopes: readonly string[]) => TokenStyle;
}

/** A scope and those around it: all that a theme reads of vscode-textmate's `ScopeStack`. */
interface ScopeStack {
  readonly scopeName: string;
  readonly parent: ScopeStack | null;
}

/** The part of vscode-textmate's `Theme` that is used here. Its own type requires whole stacks. */
interface ScopeMatcher {
  getColorMap(): readonly string[];
  /**
   * The style that the rules give to the innermost scope, `null` where none matches: with 0 for no
   * colour and -1 for no font style.
   */
  match(
    stack: ScopeStack | null,
  ): { readonly foregroundId: number; readonly fontStyle: number } | null;
}

const plainStyle: TokenStyle = { colorId: 0, fontStyle: 0 };

/**
 * Reads the rules of a theme with the library that VS Code uses, so that code has the colours that
 * it has in the editor. Of the rules that match a scope the most specific one counts, of two
 * equally specific ones the later; a colour that is none in CSS is ignored.
 */
export function createTokenTheme(rules: readonly TokenColor[]): TokenTheme {
  const theme: ScopeMatcher = Theme.createFromRawTheme({ settings: rules.map(settingOf) });
  return {
    colors: theme.getColorMap(),
    styleOf(scopes) {
      let stack: ScopeStack | null = null;
      let style = plainStyle;
      for (const scopeName of scopes) {
        stack = { scopeName, parent: stack };
        const found = theme.match(stack);
        if (found !== null) {
          const { foregroundId, fontStyle } = found;
          style = {
            colorId: foregroundId > 0 ? foregroundId : style.colorId,
            fontStyle: fontStyle >= 0 ? fontStyle : style.fontStyle,
          };
        }
      }
      return style;
    },
  };
}

function settingOf({ scopes, foreground, fontStyle }: TokenColor): IRawThemeSetting {
  // The library keeps the parts of scopes as properties of objects, and calls this method of those.
  const scope = scopes.filter((selector) => !/\bhasOwnProperty\b/.test(selector));
  return { scope, settings: { foreground, fontStyle } };
}

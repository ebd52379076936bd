import type { TokenColor } from '../../shared/panel/panelState.ts';

/** The kinds of tokens that have colours of their own where those of the theme are not known. */
const parts = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'markup.inline.raw', 'punctuation.definition.string'],
  escape: ['constant.character.escape', 'punctuation.definition.template-expression'],
  regexp: ['string.regexp', 'constant.regexp'],
  number: ['constant.numeric', 'keyword.other.unit', 'constant.other.color'],
  keyword: ['keyword', 'storage', 'constant.language', 'variable.language', 'entity.name.tag'],
  control: ['keyword.control', 'keyword.other.using', 'keyword.operator.delete'],
  operator: ['keyword.operator', 'punctuation', 'meta.template.expression'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic'],
  type: ['entity.name.type', 'entity.name.class', 'support.class', 'support.type'],
  variable: [
    'variable',
    'entity.other.attribute-name',
    'support.type.property-name',
    'meta.object-literal.key',
  ],
  inserted: ['markup.inserted'],
  deleted: ['markup.deleted'],
  heading: ['markup.heading', 'entity.name.section'],
} as const;

type Palette = Readonly<Record<keyof typeof parts, string>>;

const dark: Palette = {
  comment: '#6a9955',
  string: '#ce9178',
  escape: '#d7ba7d',
  regexp: '#d16969',
  number: '#b5cea8',
  keyword: '#569cd6',
  control: '#c586c0',
  operator: '#d4d4d4',
  function: '#dcdcaa',
  type: '#4ec9b0',
  variable: '#9cdcfe',
  inserted: '#b5cea8',
  deleted: '#ce9178',
  heading: '#569cd6',
};

const light: Palette = {
  comment: '#008000',
  string: '#a31515',
  escape: '#ee0000',
  regexp: '#811f3f',
  number: '#098658',
  keyword: '#0000ff',
  control: '#af00db',
  operator: '#000000',
  function: '#795e26',
  type: '#267f99',
  variable: '#001080',
  inserted: '#098658',
  deleted: '#a31515',
  heading: '#800000',
};

const highContrast: Palette = { ...dark, comment: '#7ca668', operator: '#ffffff' };

const highContrastLight: Palette = {
  ...light,
  comment: '#515151',
  string: '#0f4a85',
  keyword: '#0f4a85',
  control: '#b5200d',
  function: '#5e2cbc',
  type: '#185e73',
};

/** The rules for the kind of theme that VS Code names in the classes of the page's body. */
export function defaultTokenColors(bodyClasses: DOMTokenList): readonly TokenColor[] {
  const isHighContrast = bodyClasses.contains('vscode-high-contrast');
  if (bodyClasses.contains('vscode-high-contrast-light')) {
    return rulesOf(highContrastLight);
  }
  if (isHighContrast) {
    return rulesOf(highContrast);
  }
  return rulesOf(bodyClasses.contains('vscode-light') ? light : dark);
}

function rulesOf(palette: Palette): readonly TokenColor[] {
  return [
    ...Object.entries(parts).map(([part, scopes]) => ({
      scopes,
      foreground: Object.entries(palette).find(([name]) => name === part)?.[1],
    })),
    { scopes: ['markup.bold'], fontStyle: 'bold' },
    { scopes: ['markup.italic'], fontStyle: 'italic' },
  ];
}

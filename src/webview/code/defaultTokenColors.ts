import type { TokenColor } from '../../shared/panel/panelState.ts';

/** A colour for dark themes, one for light ones, and those for themes of high contrast where they are others. */
type Colors = readonly [dark: string, light: string, highDark?: string, highLight?: string];

/** The kinds of tokens that have colours of their own where those of the theme are not known. */
const kinds: readonly (readonly [scopes: readonly string[], colors: Colors])[] = [
  [
    ['comment', 'punctuation.definition.comment'],
    ['#6a9955', '#008000', '#7ca668', '#515151'],
  ],
  [
    ['string', 'markup.inline.raw', 'punctuation.definition.string'],
    ['#ce9178', '#a31515', '#ce9178', '#0f4a85'],
  ],
  [
    ['constant.character.escape', 'punctuation.definition.template-expression'],
    ['#d7ba7d', '#ee0000'],
  ],
  [
    ['string.regexp', 'constant.regexp'],
    ['#d16969', '#811f3f'],
  ],
  [
    ['constant.numeric', 'keyword.other.unit', 'constant.other.color'],
    ['#b5cea8', '#098658'],
  ],
  [
    ['keyword', 'storage', 'constant.language', 'variable.language', 'entity.name.tag'],
    ['#569cd6', '#0000ff', '#569cd6', '#0f4a85'],
  ],
  [
    ['keyword.control', 'keyword.other.using', 'keyword.operator.delete'],
    ['#c586c0', '#af00db', '#c586c0', '#b5200d'],
  ],
  [
    ['keyword.operator', 'punctuation', 'meta.template.expression'],
    ['#d4d4d4', '#000000', '#ffffff'],
  ],
  [
    ['entity.name.function', 'support.function', 'meta.function-call.generic'],
    ['#dcdcaa', '#795e26', '#dcdcaa', '#5e2cbc'],
  ],
  [
    ['entity.name.type', 'entity.name.class', 'support.class', 'support.type'],
    ['#4ec9b0', '#267f99', '#4ec9b0', '#185e73'],
  ],
  [
    [
      'variable',
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
    ],
    ['#9cdcfe', '#001080'],
  ],
  [['markup.inserted'], ['#b5cea8', '#098658']],
  [['markup.deleted'], ['#ce9178', '#a31515']],
  [
    ['markup.heading', 'entity.name.section'],
    ['#569cd6', '#800000'],
  ],
];

/** The rules for the kind of theme that VS Code names in the classes of the page's body. */
export function defaultTokenColors(bodyClasses: DOMTokenList): readonly TokenColor[] {
  const isHighLight = bodyClasses.contains('vscode-high-contrast-light');
  const isHigh = bodyClasses.contains('vscode-high-contrast') || isHighLight;
  const isLight = isHighLight || bodyClasses.contains('vscode-light');
  return [
    ...kinds.map(([scopes, [dark, light, highDark = dark, highLight = light]]) => ({
      scopes,
      foreground: isLight ? (isHigh ? highLight : light) : isHigh ? highDark : dark,
    })),
    { scopes: ['markup.bold'], fontStyle: 'bold' },
    { scopes: ['markup.italic'], fontStyle: 'italic' },
  ];
}

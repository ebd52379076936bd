import type { DiagramColors, Rgb } from '../diagramJob.ts';

/** The last number of Mermaid's numbered colours, which start at 0 or 1. */
const lastNumber = 12;

/** The variables of Mermaid's theme `base` for a page with this look. */
export function diagramTheme(colors: DiagramColors): Readonly<Record<string, unknown>> {
  const { background, foreground, accents, fontFamily } = colors;
  const shade = (share: number): string => css(mix(background, foreground, share));
  const text = css(foreground);
  return {
    darkMode: isDark(background),
    background: css(background),
    fontFamily,
    fontSize: '14px',
    primaryColor: shade(0.1),
    primaryTextColor: text,
    primaryBorderColor: shade(0.5),
    secondaryColor: shade(0.16),
    secondaryTextColor: text,
    secondaryBorderColor: shade(0.5),
    tertiaryColor: shade(0.05),
    tertiaryTextColor: text,
    tertiaryBorderColor: shade(0.3),
    lineColor: shade(0.65),
    textColor: text,
    titleColor: text,
    edgeLabelBackground: css(background),
    clusterBkg: shade(0.04),
    clusterBorder: shade(0.3),
    dropShadow: 'none',
    noteBkgColor: shade(0.18),
    noteTextColor: text,
    noteBorderColor: shade(0.4),
    ...gantt(shade, text),
    ...numbered(colors),
    xyChart: { plotColorPalette: accents.map(css).join(',') },
  };
}

function gantt(shade: (share: number) => string, text: string): Readonly<Record<string, string>> {
  return {
    sectionBkgColor: shade(0.08),
    sectionBkgColor2: shade(0.08),
    altSectionBkgColor: shade(0.02),
    taskBkgColor: shade(0.22),
    taskBorderColor: shade(0.5),
    taskTextColor: text,
    taskTextLightColor: text,
    taskTextDarkColor: text,
    taskTextOutsideColor: text,
    gridColor: shade(0.3),
  };
}

/** The colours that distinguish parts of a chart, branches or sections. */
function numbered({
  background,
  foreground,
  accents,
}: DiagramColors): Readonly<Record<string, string>> {
  const text = css(foreground);
  const all: Record<string, string> = {
    pieTitleTextColor: text,
    pieLegendTextColor: text,
    pieSectionTextColor: text,
    pieStrokeColor: css(background),
    pieOuterStrokeColor: css(background),
  };
  for (let index = 0; index <= lastNumber; index += 1) {
    const accent = accents[index % accents.length] ?? foreground;
    const soft = css(mix(background, accent, 0.4));
    all[`pie${index}`] = soft;
    all[`cScale${index}`] = soft;
    all[`cScaleLabel${index}`] = text;
    all[`fillType${index}`] = soft;
    all[`git${index}`] = css(accent);
    all[`gitBranchLabel${index}`] = css(isDark(accent) ? [255, 255, 255] : [0, 0, 0]);
  }
  return all;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (index: 0 | 1 | 2): number =>
    Math.round(from[index] + (to[index] - from[index]) * share);
  return [between(0), between(1), between(2)];
}

/** Whether the luma (ITU-R BT.709) is less than half. */
function isDark([red, green, blue]: Rgb): boolean {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

function css(color: Rgb): string {
  return `#${color.map((share) => share.toString(16).padStart(2, '0')).join('')}`;
}

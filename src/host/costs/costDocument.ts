import * as vscode from 'vscode';
import { costText } from '../../conversation/cost.ts';
import {
  type CostRow,
  dayOf,
  monthBefore,
  monthOf,
  sumRows,
  totalOf,
} from '../../conversation/costRows.ts';
import { displayLanguage, formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { codeInMarkdown, nameText } from '../base/safeText.ts';
import type { CostPeriod, CostRecords } from './costFiles.ts';

/** The totals by day, model and connection as Markdown for the user to read, at the time `now`. */
export function costDocument({ periods, unreadable }: CostRecords, now: number): string {
  const today = dayOf(now);
  const month = monthOf(today);
  const rowsOf = (isWanted: (period: string) => boolean): readonly CostRow[] =>
    periods.filter(({ period }) => isWanted(period)).flatMap(({ rows }) => rows);
  const all = rowsOf(() => true);
  const first = periods.at(-1)?.period;
  const columns = shownColumns(totalOf(all));
  const sections = [
    `# ${vscode.l10n.t('Costs')}`,
    ...unreadableSection(unreadable),
    ...(first === undefined
      ? [vscode.l10n.t('No reply was counted yet. Replies of the demo are not counted.')]
      : [
          vscode.l10n.t(
            'Costs are those that the service states. If it states none, they are calculated from the prices in your settings or in the model list.',
          ),
          ...unknownSection(totalOf(all)),
          ...estimatedSection(totalOf(all)),
          table([vscode.l10n.t('Period')], columns, [
            { names: [vscode.l10n.t('Today')], sum: totalOf(rowsOf((one) => one === today)) },
            {
              names: [vscode.l10n.t('This Month')],
              sum: totalOf(rowsOf((one) => monthOf(one) === month)),
            },
            {
              names: [vscode.l10n.t('Since {0}', periodName(first))],
              sum: totalOf(all),
            },
          ]),
          ...[month, monthBefore(month)].flatMap((one) => monthSection(one, periods, columns)),
          ...earlierSection(periods, monthBefore(month), columns),
          ...(monthOf(first) === month
            ? []
            : [`## ${vscode.l10n.t('All Months')}`, ...byModelAndConnection(all, columns)]),
        ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function unreadableSection(unreadable: readonly string[]): readonly string[] {
  return unreadable.length === 0
    ? []
    : [
        vscode.l10n.t('These files could not be read. The replies in them are not included:'),
        unreadable.map((reason) => `- ${code(reason.slice(0, 300))}`).join('\n'),
      ];
}

function unknownSection({ unknown }: CostRow): readonly string[] {
  return unknown === 0
    ? []
    : [
        vscode.l10n.t(
          'The cost of a reply is unknown if its model has no price. The totals do not include such replies.',
        ),
      ];
}

function estimatedSection({ estimated = 0 }: CostRow): readonly string[] {
  return estimated === 0
    ? []
    : [
        vscode.l10n.t(
          'If a service states no usage, as for a reply that you stop, tokens and cost are estimated from what was sent and received.',
        ),
      ];
}

/** A month whose days are known. */
function monthSection(
  month: string,
  periods: readonly CostPeriod[],
  columns: readonly Column[],
): readonly string[] {
  const own = periods.filter(({ period }) => monthOf(period) === month);
  const days = own.map(({ period, rows }) => ({ names: [periodName(period)], sum: totalOf(rows) }));
  return own.length === 0
    ? []
    : [
        `## ${periodName(month)}`,
        ...byModelAndConnection(
          own.flatMap(({ rows }) => rows),
          columns,
        ),
        `### ${vscode.l10n.t('By Day')}`,
        table([vscode.l10n.t('Day')], columns, days),
      ];
}

/** The months before `firstKept`, in which single days may be summed up. */
function earlierSection(
  periods: readonly CostPeriod[],
  firstKept: string,
  columns: readonly Column[],
): readonly string[] {
  const months = new Set(periods.map(({ period }) => monthOf(period)));
  const earlier = [...months].filter((month) => month < firstKept);
  const lines = earlier.map((month) => ({
    names: [periodName(month)],
    sum: totalOf(periods.flatMap(({ period, rows }) => (monthOf(period) === month ? rows : []))),
  }));
  return lines.length === 0
    ? []
    : [`## ${vscode.l10n.t('Earlier Months')}`, table([vscode.l10n.t('Month')], columns, lines)];
}

function byModelAndConnection(
  rows: readonly CostRow[],
  columns: readonly Column[],
): readonly string[] {
  const models = sumRows(rows);
  const connections = sumRows(models.map((row) => ({ ...row, model: '' })));
  return [
    `### ${vscode.l10n.t('By Model')}`,
    table(
      [vscode.l10n.t('Model'), vscode.l10n.t('Connection')],
      columns,
      models.toSorted(dearestFirst).map((sum) => ({
        names: [
          sum.model === '' ? vscode.l10n.t('Other models') : code(sum.model),
          plain(nameText(sum.connection)),
        ],
        sum,
      })),
    ),
    `### ${vscode.l10n.t('By Connection')}`,
    table(
      [vscode.l10n.t('Connection')],
      columns,
      connections.toSorted(dearestFirst).map((sum) => ({
        names: [
          sum.connectionId === ''
            ? vscode.l10n.t('Other connections')
            : plain(nameText(sum.connection)),
        ],
        sum,
      })),
    ),
  ];
}

/** Amounts in different currencies cannot be compared; most people have one. */
function dearestFirst(a: CostRow, b: CostRow): number {
  return largestCost(b) - largestCost(a) || b.replies - a.replies;
}

function largestCost({ costs }: CostRow): number {
  return Math.max(0, ...Object.values(costs));
}

interface Column {
  readonly name: string;
  readonly cell: (row: CostRow) => string;
}

/** The columns in which `total` has something. */
function shownColumns(total: CostRow): readonly Column[] {
  const count = (
    name: string,
    field: 'replies' | 'unknown' | 'estimated' | 'prompt' | 'completion' | 'cached' | 'reasoning',
  ): readonly Column[] =>
    (total[field] ?? 0) === 0 ? [] : [{ name, cell: (row) => formatNumber(row[field] ?? 0) }];
  return [
    { name: vscode.l10n.t('Cost'), cell: costsText },
    ...count(vscode.l10n.t('Replies'), 'replies'),
    ...count(vscode.l10n.t('Unknown Cost'), 'unknown'),
    ...count(vscode.l10n.t('Estimated'), 'estimated'),
    ...count(vscode.l10n.t('Prompt Tokens'), 'prompt'),
    ...count(vscode.l10n.t('Of These Cached'), 'cached'),
    ...count(vscode.l10n.t('Reply Tokens'), 'completion'),
    ...count(vscode.l10n.t('Of These Reasoning'), 'reasoning'),
  ];
}

function costsText({ costs, replies, unknown }: CostRow): string {
  const amounts = Object.entries(costs).map(([currency, amount]) =>
    plain(costText({ amount, currency })),
  );
  const isUnknown = replies > 0 && replies === unknown;
  return amounts.length === 0 && isUnknown ? vscode.l10n.t('not known') : amounts.join(' + ');
}

interface Line {
  readonly names: readonly string[];
  readonly sum: CostRow;
}

function table(
  names: readonly string[],
  columns: readonly Column[],
  lines: readonly Line[],
): string {
  return [
    tableRow([...names, ...columns.map(({ name }) => name)]),
    tableRow([...names.map(() => ':--'), ...columns.map(() => '--:')]),
    ...lines.map((line) => tableRow([...line.names, ...columns.map(({ cell }) => cell(line.sum))])),
  ].join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Every character that means something in Markdown, or in the extensions of VS Code's preview. */
const syntax = /[\\`*_{}[\]<>()#+!|~$&:@/"'=^-]/g;

/** Text of a service as text in Markdown: no link, and above all no image, which the preview would load. */
function plain(text: string): string {
  return visibleText(text).replaceAll(syntax, String.raw`\$&`);
}

/** Text of a service as code in a cell of a table. */
function code(text: string): string {
  return codeInMarkdown(text).replaceAll('|', String.raw`\|`);
}

/** A day as `Sun, Nov 22, 2026`, a month as `November 2026`, on one line. */
function periodName(period: string): string {
  const [year = 0, month = 1, day] = period.split('-').map(Number);
  const date = new Date(year, month - 1, day ?? 1);
  const options: Intl.DateTimeFormatOptions =
    day === undefined
      ? { month: 'long', year: 'numeric' }
      : { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  return date.toLocaleDateString(displayLanguage(), options).replaceAll(' ', '\u00a0');
}

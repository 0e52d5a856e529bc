import { pythonText } from './python-text.ts';
import { textWidth } from './text-width.ts';
import { type Cell, Float, Formatted } from './value.ts';
import { wrapText } from './wrap-text.ts';

export interface TableWidth {
  /** How wide it may be; 0: as wide as it is. */
  readonly max: number;
  /** How narrow a column may become; below that, the table is wider than it may be. */
  readonly columnMin: number;
}

type Alignment = 'left' | 'right' | 'centre';

/** A frame of text. Columns of numbers are on the right, by what is in the first row; all others on the left. */
export function tableText(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  width: TableWidth,
  alignments = alignmentsOf(titles, rows),
): string {
  const texts = rows.map((row) => row.map(cellText));
  const natural = titles.map((title, column) => widest(title, texts, column));
  const widths = fitted(titles, natural, texts, width);
  const rule = `+${widths.map((each) => '-'.repeat(each + 2)).join('+')}+`;
  const lines = [rule, ...lined(titles, widths, titles.map(headOf(alignments))), rule];
  for (const row of texts) lines.push(...lined(row, widths, alignments));
  lines.push(rule);
  return lines.join('\n');
}

/** The head is centred over what is, and stands on the side of what is not. */
function headOf(alignments: readonly Alignment[]): (title: string, column: number) => Alignment {
  return (_, column) => alignments[column] ?? 'centre';
}

function alignmentsOf(
  titles: readonly string[],
  [first]: readonly (readonly Cell[])[],
): readonly Alignment[] {
  if (first === undefined) return titles.map(() => 'centre');
  return first.map((cell) =>
    typeof cell === 'number' || typeof cell === 'bigint' || cell instanceof Float ? 'right' : 'left',
  );
}

function cellText(cell: Cell): string {
  const text = cell instanceof Formatted ? cell.human : pythonText(cell);
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', ' ')
    .replaceAll(controls, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Whoever names a server could write with them what a terminal takes for orders; and they would break the frame. */
// oxlint-disable-next-line no-control-regex -- these are meant
const controls = /[\0-\x09\x0b-\x1f\x7f-\x9f]/g;

function widest(title: string, rows: readonly (readonly string[])[], column: number, max = Infinity): number {
  let width = textWidth(title);
  for (const row of rows) {
    for (const line of (row[column] ?? '').split('\n'))
      width = Math.max(width, Math.min(max, textWidth(line)));
  }
  return width;
}

/** Columns that are wider than their share of the room get an equal part of what the others leave. */
function fitted(
  titles: readonly string[],
  natural: readonly number[],
  rows: readonly (readonly string[])[],
  { max, columnMin }: TableWidth,
): readonly number[] {
  const total = natural.reduce((sum, each) => sum + each + 3, 1);
  if (max < 1 || total <= max) return natural;
  const usable = Math.max(0, max - 1 - 3 * titles.length);
  const share = Math.floor(usable / titles.length);
  const shrinking = natural.flatMap((each, column) => (each > share ? [column] : []));
  let left = natural.filter((each) => each <= share).reduce((rest, each) => rest - each, usable);
  const part = Math.floor(left / shrinking.length);
  const limits = new Map<number, number>();
  for (const column of shrinking.slice(0, -1)) {
    limits.set(column, Math.max(columnMin, part));
    left -= part;
  }
  limits.set(shrinking.at(-1) ?? 0, Math.max(columnMin, left));
  return titles.map((title, column) => {
    const limit = limits.get(column);
    return limit === undefined ? (natural[column] ?? 0) : widest(title, rows, column, limit);
  });
}

/** A row, as many lines high as its highest cell. */
function lined(
  row: readonly string[],
  widths: readonly number[],
  alignments: readonly Alignment[],
): readonly string[] {
  const cells = row.map((text, column) => {
    const width = widths[column] ?? 0;
    return text
      .split('\n')
      .flatMap((line) =>
        textWidth(line) > width ? (wrapText(line, width).join('\n') || '').split('\n') : [line],
      );
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) => {
    const shown = cells.map((lines, column) =>
      justified(lines[index] ?? '', widths[column] ?? 0, alignments[column] ?? 'left'),
    );
    return `| ${shown.join(' | ')} |`;
  });
}

function justified(text: string, width: number, alignment: Alignment): string {
  const excess = Math.max(0, width - textWidth(text));
  if (alignment === 'left') return text + ' '.repeat(excess);
  if (alignment === 'right') return ' '.repeat(excess) + text;
  const half = Math.floor(excess / 2);
  const isLeftLarger = excess % 2 === 1 && textWidth(text) % 2 === 0;
  const before = isLeftLarger ? half + 1 : half;
  return ' '.repeat(before) + text + ' '.repeat(excess - before);
}

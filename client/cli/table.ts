// Lists: a table on a wide terminal, labelled lines on a narrow one or for ACCESSIBLE=1, tab-separated when piped.
import stringWidth from 'string-width';
import type { Style } from './io.ts';
import { cellsOf, hanging, padded, type Look } from './text.ts';

export type Column<Row> = {
  head: string;
  /** For people; made visible already. */
  cell: (row: Row) => string;
  /** For programs, uncut; the cell's text when absent. */
  raw?: (row: Row) => string;
  style?: (row: Row) => Style | null;
};

export function table<Row>(columns: Column<Row>[], rows: Row[], look: Look): string[] {
  if (!look.terminal) {
    return rows.map((row) => columns.map((column) => (column.raw ?? column.cell)(row)).join('\t'));
  }
  const widths = columns.map((column) =>
    rows.reduce((most, row) => Math.max(most, stringWidth(column.cell(row))), stringWidth(column.head)),
  );
  const widest = (row: Row) => columns.reduce((sum, column) => sum + cellsOf(column.cell(row)) + 2, -2);
  const total = widths.reduce((sum, width) => sum + width + 2, -2);
  const fits = total <= look.columns && rows.every((row) => widest(row) <= look.columns);
  // Nothing of a name is ever cut: what does not fit side by side is put below one another.
  return look.accessible || look.columns < 60 || !fits
    ? labelled(columns, rows, look)
    : [
        look.paint('dim', joined(columns.map(({ head }, index) => padded(head, widths[index] ?? 0)))),
        ...rows.map((row) =>
          joined(
            columns.map((column, index) =>
              painted(column, row, look, padded(column.cell(row), widths[index] ?? 0)),
            ),
          ),
        ),
      ];
}

function labelled<Row>(columns: Column<Row>[], rows: Row[], look: Look): string[] {
  const width = Math.max(...columns.map(({ head }) => stringWidth(head)));
  return rows.flatMap((row, index) => [
    ...(index > 0 ? [''] : []),
    ...columns.flatMap((column) =>
      hanging(`${padded(column.head.toLowerCase(), width)}  `, column.cell(row), look).map((line, at) =>
        at === 0 ? line.slice(0, width + 2) + painted(column, row, look, line.slice(width + 2)) : line,
      ),
    ),
  ]);
}

function painted<Row>(column: Column<Row>, row: Row, look: Look, text: string): string {
  const style = column.style?.(row);
  return style ? look.paint(style, text) : text;
}

function joined(cells: string[]): string {
  return cells.join('  ').trimEnd();
}

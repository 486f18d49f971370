package dev.waybill.view.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Rows in aligned columns, cut to the width of the terminal.
/// Cells are untrusted text; the table makes them safe itself, so no caller can forget it.
public final class Table {

    private static final String GAP = "  ";
    private static final int LEAST_COLUMN = 6;

    /// A column: what it holds decides its side and where a long cell is cut.
    public enum Column {
        TEXT,
        NUMBER,
        IDENTIFIER,
        /// Copied into the next command, so never cut.
        HANDLE
    }

    /// A cell with the style of its text.
    public record Cell(String text, Style style) {
        public Cell {
            text = SafeText.of(text);
        }

        public static Cell of(String text) {
            return new Cell(text, Style.PLAIN);
        }
    }

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    public Table(Column... columns) {
        this.columns = List.of(columns);
    }

    /// The head line: dimmed, aligned like its columns.
    public Table head(String... titles) {
        return row(
                Arrays.stream(titles).map(title -> new Cell(title, Style.DIM)).toArray(Cell[]::new));
    }

    public Table row(String... texts) {
        return row(Arrays.stream(texts).map(Cell::of).toArray(Cell[]::new));
    }

    public Table row(Cell... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("expected " + columns.size() + " cells, found " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /// All rows, each ended by a line feed.
    public String render(Surface surface) {
        int[] widths = widths(surface.width());
        Ansi ansi = surface.ansi();
        String ellipsis = surface.unicode() ? TextWidth.ELLIPSIS : "~";
        StringBuilder out = new StringBuilder();
        for (List<Cell> row : rows) {
            out.append(line(row, widths, ansi).replace(TextWidth.ELLIPSIS, ellipsis))
                    .append('\n');
        }
        return out.toString();
    }

    private String line(List<Cell> row, int[] widths, Ansi ansi) {
        StringBuilder line = new StringBuilder();
        int owed = 0;
        for (int i = 0; i < row.size(); i++) {
            Cell cell = row.get(i);
            Column column = columns.get(i);
            String text = column == Column.IDENTIFIER
                    ? TextWidth.fitMiddle(cell.text(), widths[i])
                    : TextWidth.fit(cell.text(), widths[i]);
            int free = widths[i] - TextWidth.of(text);
            // Spaces are owed until more text comes, so no line ends in blanks.
            int before = owed + (column == Column.NUMBER ? free : 0);
            if (!text.isEmpty()) {
                line.append(" ".repeat(before)).append(ansi.paint(cell.style(), text));
                before = 0;
            }
            owed = before + (column == Column.NUMBER ? 0 : free) + GAP.length();
        }
        return line.toString();
    }

    private int[] widths(int available) {
        int[] widths = new int[columns.size()];
        for (List<Cell> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], TextWidth.of(row.get(i).text()));
            }
        }
        int room = available - GAP.length() * (widths.length - 1);
        while (Arrays.stream(widths).sum() > room) {
            int widest = widest(widths);
            if (widths[widest] <= LEAST_COLUMN) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    /// Numbers are never cut: a shortened number is a wrong one.
    private int widest(int[] widths) {
        int widest = 0;
        int most = -1;
        for (int i = 0; i < widths.length; i++) {
            boolean cut = columns.get(i) != Column.NUMBER && columns.get(i) != Column.HANDLE;
            if (cut && widths[i] > most) {
                most = widths[i];
                widest = i;
            }
        }
        return widest;
    }
}

package dev.waybill.view.draw;

import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;
import java.util.Arrays;

/// One printed line of lanes: which way each column leads, drawn with box characters.
/// Lane n lies in column 2n. A wire that passes a lane without joining it leaves the lane whole and
/// has a gap there, so that a crossing never looks like a junction.
final class LaneLine {

    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int LEFT = 4;
    private static final int RIGHT = 8;

    private static final String BOX = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼";
    private static final String ASCII = " '.|-'.+-'.+-+++";

    private final int[] ways;
    private final boolean[] dashed;
    private final char[] sign;
    private final Style[] style;

    LaneLine(int lanes) {
        int columns = Math.max(0, 2 * lanes - 1);
        this.ways = new int[columns];
        this.dashed = new boolean[columns];
        this.sign = new char[columns];
        this.style = new Style[columns];
        Arrays.fill(style, Style.DIM);
    }

    void through(int lane, boolean dash) {
        add(lane, UP | DOWN, dash);
    }

    void up(int lane, boolean dash) {
        add(lane, UP, dash);
    }

    void down(int lane, boolean dash) {
        add(lane, DOWN, dash);
    }

    /// Forgets which ways a lane leads.
    void clear(int lane) {
        ways[2 * lane] = 0;
    }

    /// A sign in place of the lane: the step itself.
    void sign(int lane, char symbol, Style meaning) {
        sign[2 * lane] = symbol;
        style[2 * lane] = meaning;
    }

    /// A horizontal wire that joins the given lanes and hops over the others.
    void join(boolean[] joined, boolean dash, Style meaning) {
        int first = 0;
        while (!joined[first]) {
            first++;
        }
        int last = joined.length - 1;
        while (!joined[last]) {
            last--;
        }
        for (int column = 2 * first; column <= 2 * last; column++) {
            boolean isJoined = column % 2 == 0 && joined[column / 2];
            if (isJoined || ways[column] == 0) {
                ways[column] |= (column > 2 * first ? LEFT : 0) | (column < 2 * last ? RIGHT : 0);
                dashed[column] |= dash;
                style[column] = style[column] == Style.DIM ? meaning : style[column];
            }
        }
    }

    /// An arrow head just right of a lane, pointing at it.
    void pointAt(int lane, char head, Style meaning) {
        sign[2 * lane + 1] = head;
        style[2 * lane + 1] = meaning;
    }

    void paint(int lane, Style meaning) {
        style[2 * lane] = meaning;
    }

    int columns() {
        return ways.length;
    }

    /// The line, filled with blanks up to a width.
    String render(boolean unicode, Ansi ansi, int width) {
        StringBuilder line = new StringBuilder();
        int from = 0;
        while (from < ways.length) {
            int to = from;
            StringBuilder run = new StringBuilder();
            while (to < ways.length && style[to] == style[from]) {
                run.append(glyph(to++, unicode));
            }
            line.append(ansi.paint(run.toString().isBlank() ? Style.PLAIN : style[from], run.toString()));
            from = to;
        }
        return line.append(" ".repeat(Math.max(0, width - ways.length))).toString();
    }

    private char glyph(int column, boolean unicode) {
        if (sign[column] != 0) {
            return sign[column];
        }
        int way = ways[column];
        if (dashed[column] && way == (UP | DOWN)) {
            return unicode ? '┊' : ':';
        }
        if (dashed[column] && way == (LEFT | RIGHT)) {
            return unicode ? '╌' : '-';
        }
        return (unicode ? BOX : ASCII).charAt(way);
    }

    private void add(int lane, int way, boolean dash) {
        ways[2 * lane] |= way;
        dashed[2 * lane] |= dash;
    }
}

package dev.waybill.view.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import org.junit.jupiter.api.Test;

class TableTest {

    private static Table table() {
        return new Table(Column.TEXT, Column.NUMBER, Column.IDENTIFIER)
                .head("tool", "count", "ref")
                .row("search", "7", "sha256:0123456789abcdef")
                .row("検索", "1,204", "");
    }

    @Test
    void columnsLineUpWhateverTheScript() {
        assertThat(table().render(Surface.PLAIN)).isEqualTo("""
                        tool    count  ref
                        search      7  sha256:0123456789abcdef
                        検索    1,204
                        """);
    }

    @Test
    void aNarrowTerminalCutsTextButNeverNumbers() {
        assertThat(table().render(Surface.of(false, true, 26))).isEqualTo("""
                        tool    count  ref
                        search      7  sha25…bcdef
                        検索    1,204
                        """);
    }

    @Test
    void withoutUnicodeTheCutIsPlainToo() {
        String drawn = table().render(Surface.of(false, false, 26));
        assertThat(drawn).contains("sha25~bcdef");
    }

    @Test
    void colourDoesNotMoveColumns() {
        String drawn = new Table(Column.TEXT, Column.TEXT)
                .row(new Cell("ok", Style.GOOD), Cell.of("first"))
                .row(new Cell("broken", Style.BAD), Cell.of("second"))
                .render(Surface.of(true, true, 80));
        assertThat(drawn).isEqualTo("\u001b[32mok\u001b[0m      first\n\u001b[1;31mbroken\u001b[0m  second\n");
    }

    @Test
    void cellsAreMadeSafe() {
        assertThat(new Table(Column.TEXT).row("a\u001b[31m\nb").render(Surface.PLAIN))
                .isEqualTo("a\\e[31m\\nb\n");
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        assertThatThrownBy(() -> table().row("alone"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected 3 cells, found 1");
    }
}

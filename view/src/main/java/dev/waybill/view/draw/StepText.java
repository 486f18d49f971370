package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.TextWidth;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// The words right of the lanes: label, time since the workflow's first step, mark, detail, in columns.
final class StepText {

    private static final int GAP = 2;
    private static final int LEAST_LABEL = 8;
    private static final int LONGEST_MARK = Mark.REDACTED.word().length();

    private final List<Node> nodes;
    private final Surface surface;
    private final Ansi ansi;
    private final int room;
    private final Predicate<String> isGap;
    private final OptionalLong start;
    private final int labelWidth;
    private final int timeWidth;

    StepText(Graph part, Surface surface, int room, Predicate<String> isGap) {
        this.nodes = part.nodes();
        this.surface = surface;
        this.ansi = surface.ansi();
        this.room = room;
        this.isGap = isGap;
        this.start = nodes.stream()
                .map(Node::time)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min();
        this.timeWidth =
                nodes.stream().mapToInt(node -> time(node).length()).max().orElse(0);
        int longest = nodes.stream()
                .filter(node -> !isGap.test(node.id()))
                .mapToInt(node -> TextWidth.of(SafeText.of(node.label())))
                .max()
                .orElse(0);
        this.labelWidth = Math.min(longest, Math.max(LEAST_LABEL, roomForLabels()));
    }

    private int roomForLabels() {
        boolean marked = nodes.stream().anyMatch(node -> node.mark() != Mark.OK);
        int left = room - (timeWidth > 0 ? GAP + timeWidth : 0) - (marked ? GAP + LONGEST_MARK : 0);
        boolean alone = nodes.stream().allMatch(node -> node.detail().isEmpty());
        return alone ? left : Math.min(left, room / 2);
    }

    /// The heading of a workflow: its title, its first moment, how many steps.
    String title(String title) {
        String when = start.isPresent() ? " · " + TimeText.moment(start.getAsLong()) : "";
        return TextWidth.fit(SafeText.of(title), surface.width() - when.length()) + when;
    }

    String step(int position) {
        Node node = nodes.get(position);
        String label = SafeText.of(node.label());
        if (isGap.test(node.id())) {
            return ansi.paint(Style.DIM, TextWidth.fit(label, room));
        }
        StringBuilder text = new StringBuilder();
        text.append(TextWidth.padRight(TextWidth.fit(label, labelWidth), labelWidth));
        int used = labelWidth;
        if (timeWidth > 0) {
            text.append(" ".repeat(GAP + timeWidth - time(node).length())).append(ansi.paint(Style.DIM, time(node)));
            used += GAP + timeWidth;
        }
        String word = node.mark() == Mark.OK ? "" : node.mark().word();
        if (!word.isEmpty()) {
            text.append(" ".repeat(GAP)).append(ansi.paint(node.mark().style(), word));
            used += GAP + word.length();
        }
        String detail = TextWidth.fit(SafeText.of(node.detail()), room - used - GAP);
        if (!detail.isEmpty()) {
            text.append(" ".repeat(GAP)).append(ansi.paint(Style.DIM, detail));
        }
        return text.toString();
    }

    String note(String note) {
        return ansi.paint(Style.DIM, TextWidth.fit(SafeText.of(note), room));
    }

    private String time(Node node) {
        Long time = node.time();
        return time == null || start.isEmpty() ? "" : "+" + TimeText.distance(time - start.getAsLong());
    }
}

package dev.waybill.view.draw;

import static dev.waybill.view.draw.Markup.number;

import dev.waybill.view.draw.Graph.Cluster;
import dev.waybill.view.draw.Graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;

/// Steps on a time axis, one track per workflow. Steps that fall together become one larger dot.
record Timeline(Graph graph, TimeAxis axis) {

    private static final int MOST_TRACKS = 30;
    private static final int BUCKETS = 100;

    /// Writes the timeline, or nothing when no step tells its time.
    static void write(Markup page, Graph graph) {
        LongSummaryStatistics times = graph.nodes().stream()
                .map(Node::time)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .summaryStatistics();
        if (times.getCount() > 0) {
            new Timeline(graph, new TimeAxis(times.getMin(), times.getMax())).write(page);
        }
    }

    private void write(Markup page) {
        page.open("section", "aria-labelledby", "timeline").element("h2", "Timeline", "id", "timeline");
        page.element("p", axis.caption(), "class", "caption");
        page.open("div", "class", "timeline");
        Map<String, List<Node>> tracks = new LinkedHashMap<>();
        graph.nodes().stream()
                .filter(node -> node.time() != null)
                .forEach(node -> tracks.computeIfAbsent(node.cluster(), _ -> new ArrayList<>())
                        .add(node));
        int written = 0;
        for (Cluster cluster : graph.clusters()) {
            List<Node> steps = tracks.get(cluster.id());
            if (steps != null && written++ < MOST_TRACKS) {
                track(page, cluster.title(), steps);
            }
        }
        ticks(page);
        page.close();
        if (written > MOST_TRACKS) {
            page.element(
                    "p", "… " + Excerpt.counted(written - MOST_TRACKS, "workflow") + " not drawn", "class", "caption");
        }
        page.close().line();
    }

    private void track(Markup page, String title, List<Node> steps) {
        Map<Integer, List<Node>> buckets = new LinkedHashMap<>();
        for (Node node : steps) {
            long time = Objects.requireNonNull(node.time());
            buckets.computeIfAbsent((int) Math.round(axis.place(time) * BUCKETS), _ -> new ArrayList<>())
                    .add(node);
        }
        page.element("div", title, "class", "who", "title", title);
        page.open("div", "class", "track");
        buckets.forEach((bucket, together) -> dot(page, bucket, together));
        page.close().line();
    }

    private static void dot(Markup page, int bucket, List<Node> together) {
        Mark worst = worst(together);
        int size = 10 + (int) Math.min(10, 3 * Math.log(together.size()));
        String sign = switch (worst) {
            case ERROR -> "×";
            case WARNING -> "!";
            default -> "";
        };
        page.element(
                "i",
                sign,
                "class",
                "dot " + worst.word(),
                "style",
                "left:" + number(bucket * 100.0 / BUCKETS) + "%;--size:" + size + "px",
                "title",
                words(together, worst));
    }

    private static String words(List<Node> together, Mark worst) {
        Node first = together.getFirst();
        String mark = worst == Mark.OK ? "" : " · " + worst.word();
        String what = together.size() == 1 ? first.label() : Excerpt.counted(together.size(), "step");
        return what + " · " + TimeText.moment(Objects.requireNonNull(first.time())) + mark;
    }

    private static Mark worst(List<Node> together) {
        Mark worst = Mark.OK;
        for (Node node : together) {
            worst = worst.or(node.mark());
        }
        return worst;
    }

    private void ticks(Markup page) {
        page.open("div", "class", "ticks", "aria-hidden", "true");
        for (long tick : axis.ticks()) {
            page.element("span", axis.label(tick), "style", "left:" + number(axis.place(tick) * 100) + "%");
        }
        page.close();
    }
}

package dev.waybill.app.telemetry;

import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.state.RunState;
import dev.waybill.receipt.binding.Span;
import dev.waybill.view.trace.RunSpans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Derives the spans of what was committed and sends them, some at a time.
final class SpanLookout implements Bystander.Onlooker {

    private static final int AT_ONCE = 512;

    /// Small commits come close together: a moment's wait makes one request of many.
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final RunSpans spans;
    private final Target target;
    private final Figures figures;
    private final Consumer<String> trouble;
    private final List<Span> ready = new ArrayList<>();
    private @Nullable Outlet outlet;
    private long since;
    private boolean away;

    SpanLookout(RunSpans spans, Target target, Figures figures, Consumer<String> trouble) {
        this.spans = spans;
        this.target = target;
        this.figures = figures;
        this.trouble = trouble;
    }

    /// The SDK is built here, off the way of whoever starts.
    private Outlet outlet() {
        Outlet known = outlet;
        if (known == null) {
            known = new OtlpOutlet(target, figures);
            outlet = known;
        }
        return known;
    }

    @Override
    public void saw(Decision decision, Duration took) {
        if (decision.state().header().isReplay()) {
            return;
        }
        List<Span> ended = new ArrayList<>();
        for (int index = 0; index < decision.events().size(); index++) {
            RunState after = index + 1 < decision.events().size() ? decision.before(index + 1) : decision.state();
            ended.addAll(spans.endedBy(decision.before(index), decision.events().get(index), after));
        }
        outlet().count(decision, took, ended);
        if (ready.isEmpty()) {
            since = System.nanoTime();
        }
        ready.addAll(ended);
        if (ready.size() >= AT_ONCE) {
            send();
        }
    }

    @Override
    public void caughtUp() {
        outlet();
        if (!ready.isEmpty() && System.nanoTime() - since >= PATIENCE.toNanos()) {
            send();
        }
    }

    private void send() {
        boolean arrived = outlet().send(List.copyOf(ready));
        ready.clear();
        if (!arrived && !away) {
            trouble.accept("traces do not arrive at " + target
                    + "; runs go on, and `waybill telemetry --run RUN` shows what was missed");
        }
        away = !arrived;
    }

    @Override
    public void close() {
        if (!ready.isEmpty()) {
            send();
        }
        if (outlet != null) {
            outlet.close();
        }
    }
}

package dev.waybill.app.demo;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.host.EventStream;
import dev.waybill.host.Host;
import dev.waybill.host.Run;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.runtime.live.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A team writes a market report: it plans, searches in parallel (one source is down at first), hands the facts to a
/// checker, writes, asks a person, publishes. A real run in a real store, with a receipt for every step; the demo is a
/// program that embeds a host, as anybody's could be.
public final class DemoRun implements AutoCloseable {

    private static final String ISSUER = "https://agents.example.com";

    private final Host host;
    private final Run run;

    private DemoRun(Host host) {
        this.host = host;
        this.run = host.start(
                "market-report", JsonObject.builder().put("topic", "batteries").build());
    }

    /// Starts the run in a directory of its own, with keys of its own.
    ///
    /// @param pace how many milliseconds each word of an agent takes
    public static DemoRun start(Path directory, InstantSource clock, int pace) {
        Host host = DemoTeam.join(Host.at(directory.resolve("data")), pace)
                .keys(directory.resolve("keys"))
                .issuer(ISSUER)
                .clock(clock)
                .open();
        try {
            return new DemoRun(host);
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    /// Tells each event as it becomes true and each word as it is said, and says yes when the run asks a person.
    public void follow(Consumer<Event> told, Consumer<Frame> heard) throws Exception {
        List<AutoCloseable> listening = new ArrayList<>(List.of(run.onFrame(heard)));
        try (EventStream events = run.events()) {
            for (Event event : events) {
                told.accept(event);
                if (event.fact() instanceof HandOverFact.NodeDispatched handOver) {
                    listening.add(host.run(handOver.childRunId()).onFrame(heard));
                }
                if (event.fact() instanceof InterruptFact.InterruptRequested asked) {
                    run.answer(asked.nodeId(), ApprovalGate.ACCEPT, "editor@example.com");
                }
            }
        } finally {
            for (AutoCloseable each : listening) {
                each.close();
            }
        }
    }

    public void export(Path bundle) throws IOException {
        run.export(bundle);
    }

    public KeySet keys() {
        return host.keys();
    }

    @Override
    public void close() {
        host.close();
    }
}

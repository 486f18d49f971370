package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One execution of a node without a host around it.
final class Called implements ActivityCall {

    static final Instant AT = Instant.parse("2026-11-17T10:00:00Z");

    private final NodeCall node;
    private final List<String> progress = new ArrayList<>();
    private final List<ActivityFact> facts = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private @Nullable Duration patience;

    private Called(NodeCall node) {
        this.node = node;
    }

    static Called of(Activity activity, String config, String inputs) {
        JsonObject document = JsonObject.builder()
                .put("id", "w")
                .put("name", "W")
                .put("version", "1.0.0")
                .put(
                        "nodes",
                        JsonArray.of(JsonObject.builder()
                                .put("id", "n")
                                .put("typeId", activity.typeId())
                                .put("config", Bench.json(config))
                                .build()))
                .build();
        return new Called(new NodeCall(
                ((Read.Ok) DefinitionReader.read(document)).definition().nodes().getFirst(),
                1,
                1,
                Bench.json(inputs),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonArray.EMPTY,
                AT));
    }

    static JsonObject outputs(Activity activity, String config, String inputs) throws Exception {
        return outputs(of(activity, config, inputs).run(activity));
    }

    static JsonObject outputs(NodeResult result) {
        assertThat(result).isInstanceOf(NodeResult.Done.class);
        return ((NodeResult.Done) result).outputs();
    }

    static RunError error(Activity activity) throws Exception {
        return error(of(activity, "{}", "{}").run(activity));
    }

    static RunError error(NodeResult result) {
        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        return ((NodeResult.Failed) result).error();
    }

    Called within(Duration time) {
        patience = time;
        return this;
    }

    NodeResult run(Activity activity) throws Exception {
        return activity.execute(this);
    }

    List<String> progress() {
        return progress;
    }

    List<ActivityFact> facts() {
        return facts;
    }

    synchronized boolean isHeld() {
        return !open.isEmpty();
    }

    synchronized void cancel() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Override
    public NodeCall node() {
        return node;
    }

    @Override
    public String tenant() {
        return "acme";
    }

    @Override
    public Spent spent(@Nullable String agentId) {
        return Spent.NOTHING;
    }

    @Override
    public String invocationId() {
        return "inv_1";
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.ofNullable(patience).map(time -> Instant.now().plus(time));
    }

    @Override
    public synchronized Hook onCancel(AutoCloseable resource) {
        open.add(resource);
        return () -> {
            synchronized (this) {
                open.remove(resource);
            }
        };
    }

    @Override
    public boolean isUnwanted() {
        return false;
    }

    @Override
    public void report(ActivityFact fact) {
        facts.add(fact);
    }

    @Override
    public void report(ActivityFact fact, HostEvent cause) {}

    @Override
    public Carried carried() {
        return Carried.NOTHING;
    }

    @Override
    public Memory memory() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void show(String kind, JsonValue content) {
        progress.add(kind + " " + content);
    }

    @Override
    public void progress(String message, @Nullable JsonValue content) {
        progress.add(message + " " + content);
    }
}

package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Where a branch became itself. No event says it, since a branch has none of its own yet; so whoever shares a branch's
/// events has it in its header, and folds them as the branch did: with deadlines that began anew there, settings that
/// changed there, and children of its own.
///
/// @param sequence the first event that the branch did itself
/// @param at when it was made
/// @param configurable what it set for itself
record Branching(long sequence, Instant at, JsonObject configurable) {

    private static final String OPTION = "branchings";
    private static final String CONFIGURABLE = "configurable";

    /// What a branch does where it begins; empty for a run that is none, or that begins again from the start.
    static Optional<Branching> of(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork && fork.mode() == ForkMode.BRANCH && fork.sequence() > 0
                ? Optional.of(new Branching(
                        fork.sequence(),
                        header.createdAt(),
                        fork.overlay().object(CONFIGURABLE).orElse(JsonObject.EMPTY)))
                : Optional.empty();
    }

    /// The branchings behind a run, the first one first.
    static List<Branching> behind(RunHeader header) {
        List<Branching> behind = new ArrayList<>();
        if (!(header.origin() instanceof Origin.Fork)) {
            // A child has its parent's options and a log of its own.
            return behind;
        }
        for (JsonValue item : header.options().array(OPTION).orElse(JsonArray.EMPTY)) {
            JsonObject json = item.asObject().orElseThrow();
            behind.add(new Branching(
                    ((JsonNumber) Objects.requireNonNull(json.get("sequence")))
                            .asInteger()
                            .orElseThrow(),
                    Instant.parse(json.string("at").orElseThrow()),
                    json.object(CONFIGURABLE).orElse(JsonObject.EMPTY)));
        }
        return behind;
    }

    /// Options of a fork with the branchings that it shares. One that repeats a branch from where that began begins as
    /// that did.
    static JsonObject into(JsonObject options, RunHeader source, long sequence, ForkMode mode) {
        List<Branching> all = new ArrayList<>(behind(source));
        of(source).ifPresent(all::add);
        List<JsonValue> shared = all.stream()
                .filter(it -> it.sequence < sequence || (it.sequence == sequence && mode.repeats()))
                .<JsonValue>map(Branching::toJson)
                .toList();
        return shared.isEmpty() ? options.without(OPTION) : options.with(OPTION, new JsonArray(shared));
    }

    private JsonObject toJson() {
        JsonObject json =
                JsonObject.EMPTY.with("sequence", JsonNumber.of(sequence)).with("at", new JsonString(at.toString()));
        return configurable.isEmpty() ? json : json.with(CONFIGURABLE, configurable);
    }
}

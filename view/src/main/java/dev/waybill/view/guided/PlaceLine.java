package dev.waybill.view.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.Pending;
import dev.waybill.engine.guided.Rendering;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.view.guided.PlaceView.Brought;
import dev.waybill.view.run.SignedSteps;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One place on a line: enough to draw a tree of thousands, without prompts, notes and what was brought.
///
/// @param touched the sequence of the last event that says something of it
record PlaceLine(PlaceId id, @Nullable PlaceId parent, Digest hash, Instant at, JsonObject said, long touched)
        implements Placed {

    static PlaceLine of(RunState state, Lineage.Place place, PlaceFacts facts, SignedSteps signed, long touched) {
        RunHeader header = state.header();
        Lineage lineage = Objects.requireNonNull(state.lineage());
        long sequence = place.sequence();
        Long before = place.parent();
        Brought brought = facts.brought(sequence);
        JsonObject.Builder said = JsonObject.builder();
        if (before != null) {
            Lineage.Place from = lineage.place(before).orElseThrow();
            said.put("step", PlaceView.name(from.state().key().orElseThrow()))
                    .putIfPresent("title", pendingTitle(lineage, from));
        }
        Digest receipt = signed.of(before == null ? StoredReceipt.CREATION : sequence - 1);
        said.putIfPresent("agent", brought.agent())
                .put("notes", !brought.notes().isBlank())
                .put("artifacts", brought.artifacts().size());
        Pending pending = Rendering.pending(lineage.workflow(), place.state()).orElse(null);
        if (pending == null) {
            said.put("pending", JsonNull.NULL);
        } else {
            said.put(
                    "pending",
                    JsonObject.of("step", PlaceView.name(place.state().key().orElseThrow()))
                            .with("title", pending.title())
                            .with("requireConfirmation", pending.requireConfirmation()));
        }
        said.put("blocked", facts.blocked(sequence).size())
                .put("checkpoints", facts.checkpoints(sequence).size())
                .putIfPresent("receipt", receipt == null ? null : receipt.toString());
        return new PlaceLine(
                new PlaceId(header.runId(), sequence),
                before == null ? null : PlaceId.of(header, before),
                TokenRef.ofState(header, sequence).hash(),
                facts.time(sequence),
                said.build(),
                touched);
    }

    private static @Nullable String pendingTitle(Lineage lineage, Lineage.Place place) {
        return Rendering.pending(lineage.workflow(), place.state())
                .map(Pending::title)
                .orElse(null);
    }

    /// @param parentHash null where the parent is not part of the view
    JsonObject toJson(@Nullable Digest parentHash) {
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", id.run().value())
                .put("sequence", id.sequence())
                .put("stateTokenHash", hash.toString())
                .putIfPresent("parentStateTokenHash", parentHash == null ? null : parentHash.toString())
                .put("at", Times.format(at));
        said.members().forEach(json::put);
        return json.build();
    }
}

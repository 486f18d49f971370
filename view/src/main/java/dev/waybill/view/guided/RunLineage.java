package dev.waybill.view.guided;

import dev.waybill.engine.guided.GuidedState;
import dev.waybill.engine.guided.Rendering;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.ReceiptLog;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.view.guided.PlaceView.Standing;
import dev.waybill.view.run.SignedSteps;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/// The places that one guided run came to. What a fork shares with its source belongs to the source.
///
/// @param places in the order in which they were made, as parts of no lineage yet
public record RunLineage(RunHeader header, GuidedWorkflow workflow, List<PlaceView> places) {

    public RunLineage {
        places = List.copyOf(places);
    }

    /// @param state of a guided run
    public static RunLineage read(RunReads log, ReceiptLog receipts, RunState state) {
        RunId run = state.header().runId();
        return of(state, new EventPages(log, run), SignedSteps.read(receipts, run));
    }

    /// @param events of the whole log, shared part included
    public static RunLineage of(RunState state, Iterator<Event> events, SignedSteps signed) {
        Lineage lineage = Objects.requireNonNull(state.lineage(), "a guided run");
        PlaceFacts facts = new PlaceFacts();
        events.forEachRemaining(facts::take);
        List<PlaceView> places = new ArrayList<>();
        for (Lineage.Place place : lineage.places().values()) {
            PlaceId id = PlaceId.of(state.header(), place.sequence());
            if (id.run().equals(state.header().runId())) {
                places.add(place(state.header(), lineage, place, facts, signed));
            }
        }
        return new RunLineage(state.header(), lineage.workflow(), places);
    }

    private static PlaceView place(
            RunHeader header, Lineage lineage, Lineage.Place place, PlaceFacts facts, SignedSteps signed) {
        GuidedState state = place.state();
        long sequence = place.sequence();
        Long parent = place.parent();
        return new PlaceView(
                new PlaceId(header.runId(), sequence),
                TokenRef.ofState(header, sequence).hash(),
                parent == null ? null : PlaceId.of(header, parent),
                null,
                parent == null
                        ? null
                        : lineage.place(parent).orElseThrow().state().key().orElseThrow(),
                facts.brought(sequence),
                state.key().orElse(null),
                Rendering.pending(lineage.workflow(), state).orElse(null),
                state.context(),
                facts.blocked(sequence),
                facts.checkpoints(sequence),
                // The acknowledgement that led here is the event right before.
                signed.of(parent == null ? StoredReceipt.CREATION : sequence - 1),
                facts.time(sequence),
                Standing.PASSED);
    }
}

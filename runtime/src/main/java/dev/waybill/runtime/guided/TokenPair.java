package dev.waybill.runtime.guided;

import dev.waybill.engine.state.Lineage;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tokens of a place. Their references follow from the run's seed, so a repeated decision gives the same ones.
///
/// @param ack null at the end of a run, where nothing is left to acknowledge
record TokenPair(TokenPlace state, @Nullable TokenPlace ack) {

    static TokenPair of(RunHeader header, Lineage.Place place) {
        TokenPlace state =
                new TokenPlace(TokenRef.ofState(header, place.sequence()), header.runId(), place.sequence(), 0);
        return new TokenPair(state, place.state().isComplete() ? null : ack(header, place.sequence(), 1));
    }

    /// From this serial on an acknowledgement was asked for when the run had ended: who has one knows that.
    private static final int AFTER_THE_END = 1_000_000;

    static boolean isAfterTheEnd(TokenPlace ack) {
        return ack.serial() >= AFTER_THE_END;
    }

    /// The first serial that a resume may ask for.
    static int firstFresh(boolean ended) {
        return ended ? AFTER_THE_END : 2;
    }

    /// @param serial 1 for the first; a resume asks for further ones
    static TokenPlace ack(RunHeader header, long sequence, int serial) {
        return new TokenPlace(TokenRef.ofAck(header, sequence, serial), header.runId(), sequence, serial);
    }

    List<TokenPlace> places() {
        return ack == null ? List.of(state) : List.of(state, ack);
    }
}

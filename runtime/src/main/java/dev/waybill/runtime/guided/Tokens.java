package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.Caller;
import java.time.Instant;
import java.util.Optional;

/// Finds what tokens stand for in a store.
record Tokens(RunStore store, TokenCodec codec, GuidedSettings settings) {

    private static final String PAIR =
            "send the two tokens of one and the same answer: the one that gave you the step that you finished";

    private static final JsonObject OF_ACK = JsonObject.of("field", "/ackToken");

    /// The permission to leave a place.
    ///
    /// @throws GuidedRefusal when the token is no good, or does not belong to that place
    TokenPlace ack(String ackToken, TokenPlace state, Caller caller) {
        TokenPlace ack = find(TokenKind.ACK, ackToken, caller);
        if (!ack.run().equals(state.run())) {
            run(ack, TokenKind.ACK, caller);
            throw new GuidedRefusal(
                    GuidedCode.TOKEN_OTHER_RUN,
                    "the ackToken belongs to another run than the stateToken",
                    PAIR,
                    OF_ACK);
        }
        if (ack.sequence() != state.sequence()) {
            throw new GuidedRefusal(
                    GuidedCode.TOKEN_OTHER_SNAPSHOT,
                    "the ackToken belongs to another step than the stateToken",
                    PAIR,
                    OF_ACK);
        }
        return ack;
    }

    TokenPlace state(String stateToken, Caller caller) {
        TokenPlace state = find(TokenKind.STATE, stateToken, caller);
        StoredRun run = run(state, TokenKind.STATE, caller);
        if (run.pruned()) {
            throw new GuidedRefusal(
                    GuidedCode.RUN_PRUNED,
                    "the events of %s were pruned".formatted(state.run()),
                    "start the workflow again; the receipts of the old run are still there");
        }
        return state;
    }

    /// A token of another tenant's run is good for nothing here, and says no more than one of another store.
    private StoredRun run(TokenPlace place, TokenKind kind, Caller caller) {
        return store.run(place.run())
                .filter(it -> caller.sees(it.header().tenant()))
                .orElseThrow(() -> notHere(kind));
    }

    private TokenPlace find(TokenKind kind, String token, Caller caller) {
        TokenCodec.Sealed sealed = codec.read(kind, token);
        TokenPlace place = store.place(sealed.ref()).orElseThrow(() -> notHere(kind));
        if (sealed.expired() != null) {
            throw expired(kind, run(place, kind, caller), sealed.expired());
        }
        return place;
    }

    /// The way back leads through somebody who may see the run: a key is rotated because its tokens may be in wrong
    /// hands.
    private GuidedRefusal expired(TokenKind kind, StoredRun run, Instant since) {
        return new GuidedRefusal(
                GuidedCode.TOKEN_EXPIRED,
                "the %s was valid until %s, when the key that sealed it was rotated out"
                        .formatted(kind.field(), Times.format(since)),
                (settings.offers(ExtraTool.FIND)
                                ? "call workflow_find with the sessionId \"%s\", then workflow_resume with the stateToken that it gives"
                                        .formatted(run.header().session())
                                : "ask your user for fresh tokens: waybill show %s --tokens prints them with the step"
                                        .formatted(run.header().runId()))
                        + "; the run stands where it stood",
                JsonObject.of("field", "/" + kind.field()).with("expiredAt", Times.format(since)));
    }

    private static GuidedRefusal notHere(TokenKind kind) {
        return new GuidedRefusal(
                GuidedCode.TOKEN_NOT_IN_STORE,
                "the %s is genuine, but its run is not in this store".formatted(kind.field()),
                "use the waybill (and data directory) that gave it to you, or start the workflow again",
                JsonObject.of("field", "/" + kind.field()));
    }

    /// The next permission to leave a place, not given out yet.
    ///
    /// @param ended whether its run had ended by then
    TokenPlace freshAck(RunHeader header, long sequence, boolean ended) {
        int serial = TokenPair.firstFresh(ended);
        Optional<TokenPlace> taken =
                store.place(TokenPair.ack(header, sequence, serial).ref());
        while (taken.isPresent()) {
            serial++;
            taken = store.place(TokenPair.ack(header, sequence, serial).ref());
        }
        return TokenPair.ack(header, sequence, serial);
    }

    String write(TokenPlace ack) {
        return codec.write(TokenKind.ACK, ack.ref());
    }
}

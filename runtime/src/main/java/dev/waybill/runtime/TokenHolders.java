package dev.waybill.runtime;

import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.ClosedQuestions;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/// People without an account, each with a token for one question. The token is the permission: its holder sees that
/// question, may answer it if the token says so, and can do nothing else.
public final class TokenHolders {

    private final RunHost host;
    private final RunStore store;
    private final RunLoader loader;
    private final InstantSource clock;

    TokenHolders(RunHost host, RunStore store, RunLoader loader, InstantSource clock) {
        this.host = host;
        this.store = store;
        this.loader = loader;
        this.clock = clock;
    }

    /// Makes a token for an open question.
    ///
    /// @throws Refused when the question is not open
    public String issue(Caller caller, RunId run, String interruptId, Duration life, ResumeTokens.Intent intent) {
        caller.require(Scope.APPROVALS_RESPOND);
        RunState state = host.state(caller, run);
        return ResumeTokens.issue(state.header(), open(state, interruptId), clock.instant(), life, intent);
    }

    /// The question that a token names.
    ///
    /// @throws Refused when the token does not hold, or the question is closed
    public AskedByToken asked(String token) {
        ResumeTokens.Claims claims = claims(token);
        RunState state = loader.refresh(claims.run()).state();
        return new AskedByToken(state, open(state, claims.interruptId()), claims);
    }

    private static Interrupt open(RunState state, String interruptId) {
        Interrupt interrupt = state.interrupts().get(interruptId);
        if (interrupt == null) {
            throw ClosedQuestions.refusal(state, interruptId);
        }
        return interrupt;
    }

    /// Answers the question that a token names.
    ///
    /// @throws Refused when the token does not hold, or the answer does not fit
    public RunState answer(String token, JsonValue value, @Nullable String by) {
        ResumeTokens.Claims claims = claims(token);
        if (claims.intent() != ResumeTokens.Intent.RESOLVE) {
            throw new Refused(RefusalCode.FORBIDDEN, "this token shows the question and cannot answer it");
        }
        String tenant = loader.found(claims.run()).header().tenant();
        Caller holder = new Caller(tenant, "resume-token", EnumSet.of(Scope.APPROVALS_RESPOND));
        return host.tell(
                holder, claims.run(), at -> new Command.Answer(at, claims.interruptId(), value, by, false).alone());
    }

    private ResumeTokens.Claims claims(String token) {
        return ResumeTokens.verify(token, run -> store.run(run).map(StoredRun::header), clock.instant());
    }
}

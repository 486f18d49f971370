package dev.waybill.runtime;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the simulation holds its hosts to. A broken promise is named, so that a test of the simulation itself can ask
/// for the right discovery: an exception that merely happens to end a simulation is none.
enum Promise {
    ONLY_THE_OWNER_WRITES,
    WHAT_WAS_ANSWERED_IS_THERE,
    A_REPEATED_CALL_GETS_ITS_ANSWER,
    OUTCOMES_ARE_RECORDED_ONCE,
    FACTS_COME_ONCE_WITH_THEIR_OUTCOME,
    EFFECTS_FOLLOW_FROM_THE_LOG,
    WORK_THAT_MUST_NOT_BE_REPEATED_IS_NOT,
    THE_LOG_FOLDS_TO_WHAT_THE_STORE_SAYS,
    EVERY_CAUSE_IS_TRUE,
    A_RUN_DONE_AGAIN_IS_THE_SAME,
    NO_RUN_TROUBLES_ITS_HOST,
    EVERY_RUN_ENDS;

    void holds(boolean kept, Supplier<String> otherwise) {
        if (!kept) {
            throw broken(otherwise.get(), null);
        }
    }

    Broken broken(String how, @Nullable Throwable why) {
        return new Broken(this, how, why);
    }

    static final class Broken extends AssertionError {

        private static final long serialVersionUID = 1L;

        private final Promise promise;

        private Broken(Promise promise, String how, @Nullable Throwable why) {
            super(promise + ": " + how, why);
            this.promise = promise;
        }

        Promise promise() {
            return promise;
        }
    }
}

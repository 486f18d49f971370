package dev.waybill.agents.model;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What came of one request.
public sealed interface ModelAnswer {

    /// The model said something, were it only that it will not.
    sealed interface Given extends ModelAnswer {
        Reply reply();
    }

    /// It said what it had to say, or which tools it wants.
    record Completed(Reply reply) implements Given {}

    /// It was cut off in the middle: what there is of it is no answer yet.
    record Truncated(Reply reply) implements Given {}

    /// The model would not. Asking again in other words would be a way round its rules.
    ///
    /// @param text what it said about it; may repeat what was asked
    /// @param category in the provider's words
    record Refused(
            Reply reply, @Nullable String text, @Nullable String category) implements Given {}

    /// A filter of the provider stopped the question or the answer.
    record Blocked(Reply reply, @Nullable String category) implements Given {}

    /// There is no answer.
    ///
    /// @param message for people, without secrets
    /// @param retryAfter how long the provider wants to be left alone; null when it does not say
    record Failed(
            ModelTrouble trouble, String message, @Nullable Duration retryAfter) implements ModelAnswer {

        private static final Duration UNSTATED_WAIT = Duration.ofSeconds(1);

        /// What it means for a node.
        public NodeResult toNodeResult() {
            return switch (trouble) {
                case RATE_LIMITED -> NodeResult.rateLimited(message, retryAfter == null ? UNSTATED_WAIT : retryAfter);
                case UNAUTHORISED, QUOTA_EXHAUSTED -> NodeResult.refused(trouble.code(), message);
                default -> new NodeResult.Failed(error());
            };
        }

        private RunError error() {
            if (!trouble.isRetryable()) {
                return RunError.of(trouble.code(), message);
            }
            RunError error = RunError.retryable(trouble.code(), message);
            return retryAfter == null ? error : error.with("retryAfterMs", JsonNumber.of(retryAfter.toMillis()));
        }
    }
}

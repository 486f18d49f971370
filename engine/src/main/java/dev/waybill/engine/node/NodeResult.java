package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;
import java.time.Duration;
import java.util.List;

/// What came of a node.
public sealed interface NodeResult {

    /// @param port the output port that the result leaves by, `output` unless a node has several
    /// @param writes changes to the run's data, in order
    /// @param branches more ports that it leaves by, where a node chooses among ways
    record Done(JsonObject outputs, String port, List<Write> writes, List<String> branches) implements NodeResult {
        public Done {
            writes = List.copyOf(writes);
            branches = List.copyOf(branches);
        }

        public Done(JsonObject outputs, String port, List<Write> writes) {
            this(outputs, port, writes, List.of());
        }
    }

    /// Made by [#failed], [#retryable], [#refused] or [#rateLimited].
    record Failed(RunError error) implements NodeResult {}

    /// The node needs answers first. It is executed again, from its start, when all of them are there.
    record Ask(List<Question> questions) implements NodeResult {
        public Ask {
            questions = List.copyOf(questions);
            if (questions.isEmpty()) {
                throw new IllegalArgumentException("a node that asks has a question");
            }
        }
    }

    /// Others do a part of the work first: one child run for each plan. Until all of them are over the node waits, as
    /// state, and no thread does. Then it is executed again, from its start, and finds what became of each among
    /// what it has kept, see [HandedOver]. It is for activities.
    ///
    /// @param plans made by [HandOverPlan#inBetween]
    record HandOver(List<HandOverPlan> plans) implements NodeResult {
        public HandOver {
            plans = List.copyOf(plans);
            if (plans.isEmpty() || !plans.stream().allMatch(plan -> plan.has(HandOverPlan.Term.RESUMES))) {
                throw new IllegalArgumentException(
                        "a node that hands over in between has plans after which it goes on");
            }
        }
    }

    /// A change to the run's data.
    sealed interface Write {
        record ToVariable(String name, JsonValue value) implements Write {}

        record ToChannel(String channel, JsonValue value) implements Write {}

        record ToArtifact(ArtifactDraft draft) implements Write {}
    }

    /// In the details of an error: the bound that was passed, and whose it is.
    String CAP = "cap";

    String SCOPE = "scope";

    static NodeResult done(JsonObject outputs) {
        return new Done(outputs, "output", List.of());
    }

    /// It is done, and has chosen ways: edges from these ports are taken besides those from `output`.
    static NodeResult branching(JsonObject outputs, List<String> branches) {
        return new Done(outputs, "output", List.of(), branches);
    }

    /// It failed for good: trying again would not help, whatever the node's settings allow.
    static NodeResult failed(String code, String message) {
        return new Failed(RunError.of(code, message));
    }

    /// It may work the next time: tried again as often as the node's settings say.
    static NodeResult retryable(String code, String message) {
        return new Failed(RunError.retryable(code, message));
    }

    /// Somebody could have done it and would not: a policy, a filter, a missing right. Asking again is no use.
    static NodeResult refused(String code, String message) {
        return new Failed(FailureKind.refused(RunError.of(code, message)));
    }

    /// A bound was passed. The run says so (`cap.breached`) before the node fails for good.
    ///
    /// @param cap in the words of the protocol, such as `budget-tokens`
    /// @param scope whose bound it is, such as `run` or `tenant`
    static NodeResult overCap(
            String code, String message, String cap, String scope, JsonNumber limit, JsonNumber observed) {
        return new Failed(RunError.of(code, message)
                .with(CAP, cap)
                .with(SCOPE, scope)
                .with("limit", limit)
                .with("observed", observed));
    }

    /// Too much was asked for in too short a time. It is tried again, no sooner than after the wait.
    static NodeResult rateLimited(String message, Duration wait) {
        return new Failed(FailureKind.rateLimited(RunError.retryable("rate_limited", message), wait));
    }
}

package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.VALUE;

import dev.waybill.base.json.JsonValue;

/// What changes the inputs of later turns, besides memory: files that everybody shares, and how much of the past a
/// supervisor is told.
public sealed interface InputFact extends ActivityFact {

    /// A node wrote a file. What was written is not in the event.
    ///
    /// @param version of the file, which this write made
    record WorkspaceUpdated(String nodeId, String path, long version) implements InputFact {
        public static final String TYPE = "workspace.updated";

        static WorkspaceUpdated of(Members<WorkspaceUpdated> members) {
            return new WorkspaceUpdated(
                    members.at("nodeId", NODE, WorkspaceUpdated::nodeId),
                    members.at("path", TEXT, WorkspaceUpdated::path),
                    members.at("version", INTEGER, WorkspaceUpdated::version));
        }
    }

    /// Earlier turns no longer fitted into what a model is told; from here on a summary stands for them.
    ///
    /// @param iteration the turn that summed up
    /// @param replacedTurns the events of the decisions that it stands for; in older logs their turns
    /// @param summaryRef where the summary is
    /// @param tokenCounter by which rule tokens were counted
    record ContextSummarized(
            String nodeId,
            long iteration,
            JsonValue replacedTurns,
            String summaryRef,
            String tokenCounter,
            long tokensBefore,
            long tokensAfter)
            implements InputFact {
        public static final String TYPE = "context.summarized";

        static ContextSummarized of(Members<ContextSummarized> members) {
            return new ContextSummarized(
                    members.at("nodeId", NODE, ContextSummarized::nodeId),
                    members.at("iteration", INTEGER, ContextSummarized::iteration),
                    members.at("replacedTurns", VALUE, ContextSummarized::replacedTurns),
                    members.at("summaryRef", TEXT, ContextSummarized::summaryRef),
                    members.at("tokenCounter", TEXT, ContextSummarized::tokenCounter),
                    members.at("tokensBefore", INTEGER, ContextSummarized::tokensBefore),
                    members.at("tokensAfter", INTEGER, ContextSummarized::tokensAfter));
        }
    }
}

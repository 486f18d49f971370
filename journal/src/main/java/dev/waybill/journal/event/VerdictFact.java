package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.OPTIONAL_NUMBER;
import static dev.waybill.journal.event.Kind.RULING;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TEXTS_IF_ANY;

import dev.waybill.base.json.JsonNumber;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a critic says about a result, before anything is made of it. The engine alone says it: no activity can claim
/// that its work was found good.
public sealed interface VerdictFact extends RunEvent {

    /// Stands in the envelope; the payload is closed.
    @Override
    String nodeId();

    /// A verdict without any content: who gave it, over what, and which criteria were looked at.
    ///
    /// @param agentId the critic
    /// @param target the id of the event that recorded a decision, a child run, or the call of a tool
    /// @param criteria the keys of what was looked at, never a word about it
    /// @param confidence how sure the critic is of its own verdict; null when it does not say
    record AgentVerified(
            String nodeId,
            String agentId,
            String target,
            Ruling verdict,
            List<String> criteria,
            @Nullable JsonNumber confidence)
            implements VerdictFact {
        public static final String TYPE = "agent.verified";

        public AgentVerified {
            criteria = List.copyOf(new LinkedHashSet<>(criteria));
            if (agentId.length() < 3 || agentId.length() > 256) {
                throw new IllegalArgumentException("an agent's id has 3 to 256 characters, found '" + agentId + "'");
            }
        }

        static AgentVerified of(Members<AgentVerified> members) {
            return new AgentVerified(
                    members.at("nodeId", NODE, AgentVerified::nodeId),
                    members.at("agentId", TEXT, AgentVerified::agentId),
                    members.at("target", TEXT, AgentVerified::target),
                    members.at("verdict", RULING, AgentVerified::verdict),
                    members.at("criteria", TEXTS_IF_ANY, AgentVerified::criteria),
                    members.at("confidence", OPTIONAL_NUMBER, AgentVerified::confidence));
        }
    }

    /// What a verdict comes to.
    enum Ruling {
        /// It may be taken over.
        PASS,
        /// It must not be taken over.
        FAIL,
        /// It is to be done again.
        REVISE
    }
}

package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Option;
import dev.waybill.app.config.Settings;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.EnvelopePolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The evidence envelope that this process was started with, by whoever started it for a task of theirs: one variable
/// for each member, `EWP_CORRELATION_ID` for `_ewp_correlation_id`.
public final class EnvelopeVariables {

    private static final List<String> TEXTS = List.of(
            EvidenceEnvelope.CORRELATION_ID,
            EvidenceEnvelope.TASK_ID,
            EvidenceEnvelope.EPISODE_ID,
            EvidenceEnvelope.AGENT_ID,
            EvidenceEnvelope.POLICY_VERSION,
            EvidenceEnvelope.CONTEXT_HASH);

    private EnvelopeVariables() {}

    public static EnvelopePolicy policy(Environment environment) {
        return new EnvelopePolicy(Settings.ENVELOPE.orUsual(environment), inherited(environment));
    }

    private static EvidenceEnvelope inherited(Environment environment) {
        JsonObject.Builder members = JsonObject.builder();
        for (String name : TEXTS) {
            members.putIfPresent(name, member(environment, name).orElse(null));
        }
        parents(environment).ifPresent(ids -> members.put(EvidenceEnvelope.PARENT_IDS, ids));
        return new EvidenceEnvelope(members.build());
    }

    /// The ids of the records that this process's work depends on, separated by commas.
    public static Optional<JsonArray> parents(Environment environment) {
        return member(environment, EvidenceEnvelope.PARENT_IDS)
                .map(ids -> JsonArray.ofStrings(Arrays.stream(ids.split(","))
                        .map(String::strip)
                        .filter(id -> !id.isEmpty())
                        .toList()));
    }

    /// What an option says of one member, else the environment. A script that hands on a variable which nobody set
    /// gives an empty text, and that is nothing: absent means unknown.
    public static Optional<String> member(Option<String> option, Environment environment, String member) {
        return Optional.ofNullable(option.value())
                .filter(text -> !text.isEmpty())
                .or(() -> member(environment, member));
    }

    /// What the environment says of one member.
    public static Optional<String> member(Environment environment, String member) {
        return environment.variable(EvidenceEnvelope.variable(member));
    }
}

package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Option;
import dev.waybill.app.host.EnvelopeVariables;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.task.TaskStep;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// What a step of a task carries in its envelope. What is not given comes from the process's surroundings, and then
/// from the task's own history.
final class StepOptions implements Argument {

    private final Option<String> title = Option.text("--title", "TEXT", "What the task is about.");
    private final Option<String> reason = Option.text("--reason", "TEXT", "Why its state changes.");
    private final Option<String> correlation = Option.text(
            "--correlation-id", "ID", "The chain that a new task belongs to (default: EWP_CORRELATION_ID).");
    private final Option<String> episode = Option.text("--episode", "ID", "Its episode (default: EWP_EPISODE_ID).");
    private final Option<String> agent = Option.text("--agent", "ID", "Who acts (default: EWP_AGENT_ID).");
    private final Option<String> policy = Option.text(
            "--policy-version", "VERSION", "The policy in force at this moment (default: EWP_POLICY_VERSION).");

    TaskStep step(Environment environment, String task, TaskState to, String repo) {
        return step(environment, task, to, repo, null, null);
    }

    /// @param contextHash the digest of what a worker is given, when one is started
    TaskStep step(
            Environment environment,
            String task,
            TaskState to,
            String repo,
            @Nullable String contextHash,
            @Nullable String trace) {
        JsonObject.Builder said = JsonObject.builder()
                .putIfPresent(
                        EvidenceEnvelope.CORRELATION_ID, or(correlation, environment, EvidenceEnvelope.CORRELATION_ID))
                .putIfPresent(EvidenceEnvelope.EPISODE_ID, or(episode, environment, EvidenceEnvelope.EPISODE_ID))
                .putIfPresent(EvidenceEnvelope.AGENT_ID, or(agent, environment, EvidenceEnvelope.AGENT_ID))
                .putIfPresent(EvidenceEnvelope.POLICY_VERSION, or(policy, environment, EvidenceEnvelope.POLICY_VERSION))
                .putIfPresent(EvidenceEnvelope.CONTEXT_HASH, contextHash);
        EnvelopeVariables.parents(environment).ifPresent(ids -> said.put(EvidenceEnvelope.PARENT_IDS, ids));
        return new TaskStep(
                task, to, repo, title.value(), reason.value(), new EvidenceEnvelope(said.build()), trace, null);
    }

    String title() {
        return title.orElse("");
    }

    private static @Nullable String or(Option<String> option, Environment environment, String member) {
        return EnvelopeVariables.member(option, environment, member).orElse(null);
    }

    @Override
    public void addTo(CommandSpec spec) {
        title.addTo(spec);
        reason.addTo(spec);
        correlation.addTo(spec);
        episode.addTo(spec);
        agent.addTo(spec);
        policy.addTo(spec);
    }
}

package dev.waybill.agents.live;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The bounds of one call of an agent, in the `config` of its node: what its author asks for counts, up to what the
/// operator allows.
///
/// @param steps how often its model may be asked
/// @param toolCalls how many calls of tools it may make
/// @param answerCharacters the length of one answer of its model
public record AgentLimits(long steps, long toolCalls, long answerCharacters) {

    /// Where the author says nothing.
    public static final AgentLimits USUAL = new AgentLimits(50, 200, 1_000_000);

    /// Where the operator says nothing: room for long work.
    public static final AgentLimits MOST = new AgentLimits(1_000, 5_000, 4_000_000);

    private static final String STEPS = "maxSteps";
    private static final String TOOL_CALLS = "maxToolCalls";
    private static final String CHARACTERS = "maxAnswerCharacters";

    /// The limits of one node on a host with these.
    AgentLimits of(JsonObject config) {
        return new AgentLimits(
                Math.min(steps, asked(config, STEPS, USUAL.steps)),
                Math.min(toolCalls, asked(config, TOOL_CALLS, USUAL.toolCalls)),
                Math.min(answerCharacters, asked(config, CHARACTERS, USUAL.answerCharacters)));
    }

    /// The limits that a node asks for and the operator does not allow.
    List<String> problems(JsonObject config) {
        List<String> problems = new ArrayList<>();
        check(config, STEPS, steps, "limits.agent-steps", problems);
        check(config, TOOL_CALLS, toolCalls, "limits.agent-tool-calls", problems);
        check(config, CHARACTERS, answerCharacters, "limits.agent-answer", problems);
        return problems;
    }

    private static void check(JsonObject config, String name, long most, String setting, List<String> problems) {
        long wanted = asked(config, name, 0);
        if (wanted > most) {
            problems.add(
                    "config.%s: this host allows at most %d (%s), found %d".formatted(name, most, setting, wanted));
        }
    }

    private static long asked(JsonObject config, String name, long otherwise) {
        return config.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(otherwise)
                : otherwise;
    }
}

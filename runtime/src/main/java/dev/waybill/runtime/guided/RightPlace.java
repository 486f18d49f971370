package dev.waybill.runtime.guided;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a field belongs that somebody put elsewhere. A small model that is told the place mends its call in one try.
///
/// @param path such as `output.notesMarkdown`; null where the field belongs nowhere
/// @param why in words
record RightPlace(@Nullable String path, String why) {

    private static final String TOKENS_KNOW = "the tokens say which run and which step this is";
    private static final String OF_ANSWERS = "it is a part of answers, which the server wrote";
    private static final RightPlace WRAPPER = new RightPlace(null, "send the fields inside it directly");

    /// By the name in lower case, without `_` and `-`.
    private static final Map<String, RightPlace> OF_ADVANCE = Map.ofEntries(
            Map.entry("note", at("output.notesMarkdown")),
            Map.entry("notes", at("output.notesMarkdown")),
            Map.entry("notesmarkdown", at("output.notesMarkdown")),
            Map.entry("summary", at("output.notesMarkdown")),
            Map.entry("result", at("output.notesMarkdown")),
            Map.entry("artifact", at("output.artifacts")),
            Map.entry("artifacts", at("output.artifacts")),
            Map.entry("kind", at("output.kind")),
            Map.entry("contextvariables", at("context")),
            Map.entry("variables", at("context")),
            Map.entry("facts", at("context")),
            Map.entry("state", at("stateToken")),
            Map.entry("ack", at("ackToken")),
            Map.entry("token", new RightPlace(null, "there are two tokens, stateToken and ackToken")),
            Map.entry("continuetoken", new RightPlace(null, "there are two tokens, stateToken and ackToken")),
            Map.entry("tokens", new RightPlace(null, "send stateToken and ackToken as fields of their own")),
            Map.entry("workflowid", out(TOKENS_KNOW)),
            Map.entry("sessionid", out(TOKENS_KNOW)),
            Map.entry("session", out(TOKENS_KNOW)),
            Map.entry("runid", out(TOKENS_KNOW)),
            Map.entry("stepid", out(TOKENS_KNOW)),
            Map.entry("pending", out(TOKENS_KNOW)),
            Map.entry("completedsteps", out(TOKENS_KNOW)),
            Map.entry("receipts", out(OF_ANSWERS)),
            Map.entry("lineage", out(OF_ANSWERS)),
            Map.entry("warnings", out(OF_ANSWERS)),
            Map.entry("sofar", out(OF_ANSWERS)),
            Map.entry("blocked", out(OF_ANSWERS)),
            Map.entry("error", out(OF_ANSWERS)),
            Map.entry("iscomplete", out("the server knows when the run is complete")),
            Map.entry("intent", out("this tool does one thing only: it acknowledges the step")),
            Map.entry("parent", out("only workflow_start takes it")));

    private static final Map<String, RightPlace> OF_START = Map.ofEntries(
            Map.entry("workflow", at("workflowId")),
            Map.entry("workflowname", at("workflowId")),
            Map.entry("name", at("workflowId")),
            Map.entry("id", at("workflowId")),
            Map.entry("contextvariables", at("context")),
            Map.entry("variables", at("context")),
            Map.entry("inputs", at("context")),
            Map.entry("sessionid", at("context.ticketId")),
            Map.entry("session", at("context.ticketId")),
            Map.entry("output", out("nothing has been done yet; workflow_advance takes it")),
            Map.entry("notes", out("nothing has been done yet; workflow_advance takes notes, in output.notesMarkdown")),
            Map.entry(
                    "notesmarkdown",
                    out("nothing has been done yet; workflow_advance takes notes, in output.notesMarkdown")),
            Map.entry("statetoken", out("to continue a run call workflow_advance; this tool starts a new one")),
            Map.entry("acktoken", out("to continue a run call workflow_advance; this tool starts a new one")),
            Map.entry("runid", at("parent.runId")),
            Map.entry("stepid", at("parent.stepId")));

    private static final Map<String, RightPlace> OF_OTHERS = Map.ofEntries(
            Map.entry("workflow", at("workflowId")),
            Map.entry("workflowname", at("workflowId")),
            Map.entry("id", at("workflowId")),
            Map.entry("name", at("workflowId")),
            Map.entry("step", at("stepId")),
            Map.entry("mode", new RightPlace(null, "detail takes \"short\" or \"full\"")),
            Map.entry("notes", at("notesMarkdown")),
            Map.entry("query", at("workflow")),
            Map.entry("words", at("workflow")),
            Map.entry("ticketid", at("sessionId")),
            Map.entry("session", at("sessionId")),
            Map.entry("max", at("limit")),
            Map.entry("token", at("stateToken")));

    private static RightPlace at(String path) {
        return new RightPlace(path, "");
    }

    private static RightPlace out(String why) {
        return new RightPlace(null, why);
    }

    /// @param name a field that the tool does not take
    static RightPlace of(GuidedTool tool, String name) {
        String key = folded(name);
        for (String field : tool.fields()) {
            if (folded(field).equals(key)) {
                return new RightPlace(field, "");
            }
        }
        if (key.equals("arguments") || key.equals("params") || key.equals("input")) {
            return WRAPPER;
        }
        return switch (tool) {
            case ADVANCE -> OF_ADVANCE.getOrDefault(key, at("context." + name));
            case START -> OF_START.getOrDefault(key, at("context." + name));
            case LIST -> out("this tool takes no arguments");
            case INSPECT, RESUME, FIND, CHECKPOINT -> others(tool, key);
        };
    }

    private static RightPlace others(GuidedTool tool, String key) {
        RightPlace place = OF_OTHERS.get(key);
        boolean fits = place != null && (place.path() == null || tool.fields().contains(place.path()));
        return place != null && fits ? place : out("this tool does not need it");
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_\\- ]", "");
    }

    /// What to do with a field of this name.
    String sentence(String name) {
        if (path == null) {
            return "leave out \"%s\": %s".formatted(name, why);
        }
        boolean spelling = !path.contains(".") && folded(path).equals(folded(name));
        return spelling
                ? "spell \"%s\" as \"%s\"".formatted(name, path)
                : "put \"%s\" into %s".formatted(name, path.equals("context." + name) ? "context" : path);
    }
}

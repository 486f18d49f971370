package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.Verdict;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// A question that a run, or one of its children, waits to have answered.
///
/// @param several whether its node asks others, too, so that the node's name is not enough
public record OpenQuestion(RunId run, Interrupt interrupt, boolean several) {

    /// What is asked, in one line.
    public String title() {
        JsonObject data = interrupt.data();
        return data.string("title").orElseGet(() -> switch (interrupt.kind()) {
            case Question.APPROVAL -> "approval of " + data.string("artifactId").orElse(interrupt.nodeId());
            case Question.CLARIFICATION ->
                String.join(" ", items().stream().map(Item::text).toList());
            case Question.EXTERNAL_EVENT -> "event " + data.string("eventType").orElse(interrupt.nodeId());
            case Question.LOW_CONFIDENCE -> doubt(data);
            default -> interrupt.key();
        });
    }

    /// Who is not sure, how far, and of what, as far as that is known.
    private String doubt(JsonObject data) {
        String known = data.has("observed") && data.has("threshold")
                ? " (%s, wanted %s)".formatted(data.get("observed"), data.get("threshold"))
                : "";
        String what = data.has("decision") ? ": " + data.get("decision") : "";
        return data.string("agentId").orElse(interrupt.nodeId()) + " is not sure" + known + what;
    }

    public List<String> actions() {
        if (interrupt.kind().equals(Question.LOW_CONFIDENCE)) {
            return Verdict.ACTIONS.subList(0, 2);
        }
        return interrupt.data().array("actions").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(item -> item.asString().stream())
                .toList();
    }

    /// One of the questions of a clarification.
    ///
    /// @param isText whether the answer is text, whatever it looks like
    public record Item(String id, String text, boolean isText) {}

    public List<Item> items() {
        List<Item> items = new ArrayList<>();
        for (JsonValue value : interrupt.data().array("questions").orElse(JsonArray.EMPTY)) {
            JsonObject item = value.asObject().orElse(JsonObject.EMPTY);
            String id = item.string("id").orElse("");
            boolean text = item.object("schema")
                    .flatMap(schema -> schema.string("type"))
                    .filter("string"::equals)
                    .isPresent();
            items.add(new Item(id, item.string("question").orElse(id), text));
        }
        return items;
    }

    /// What is asked and how to answer, in lines.
    public void print(PrintStream out, Ansi ansi, String again) {
        out.println();
        out.println(ansi.paint(Style.WARNING, "?") + " " + ansi.paint(Style.STRONG, SafeText.of(title())));
        out.println("  " + SafeText.of(command(again))
                + ansi.paint(Style.DIM, SafeText.of("   " + orElse()).stripTrailing()));
    }

    /// The command that answers it.
    ///
    /// @param again words that name the store
    private String command(String again) {
        String start = "waybill answer " + run + " " + (several ? interrupt.key() : interrupt.nodeId());
        return start + " " + example() + again;
    }

    /// The command that answers it for who has a token.
    public String command(String token, String again) {
        return "waybill answer --token " + token + " " + example() + again;
    }

    private String example() {
        return switch (interrupt.kind()) {
            case Question.APPROVAL, Question.LOW_CONFIDENCE ->
                actions().isEmpty() ? "ACTION" : actions().getFirst();
            case Question.CLARIFICATION ->
                String.join(" ", items().stream().map(item -> item.id() + "=…").toList());
            case Question.EXTERNAL_EVENT -> correlation();
            default -> "--value JSON";
        };
    }

    private String correlation() {
        List<String> words = new ArrayList<>();
        interrupt
                .data()
                .object("correlation")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) ->
                        words.add(name + "=" + (value instanceof JsonString text ? text.value() : value.toString())));
        return words.isEmpty() ? "--value JSON" : String.join(" ", words);
    }

    /// What else could be answered; empty when the command says it all.
    private String orElse() {
        return actions().size() > 1
                ? "or " + String.join(", ", actions().subList(1, actions().size()))
                : "";
    }

    public JsonObject toJson() {
        return JsonObject.of("runId", run.value())
                .with("nodeId", interrupt.nodeId())
                .with("interruptId", interrupt.id())
                .with("kind", interrupt.kind())
                .with("key", interrupt.key())
                .with("data", interrupt.data())
                .withIfPresent("deadline", interrupt.deadline() == null ? null : Times.format(interrupt.deadline()));
    }
}

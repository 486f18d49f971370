package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyValues;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.Question;
import dev.waybill.runtime.RunHost;
import dev.waybill.view.run.OpenQuestion;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks the person at the terminal what a run wants to know. An empty line leaves the question open.
final class Prompter {

    private final RunHost host;
    private final PrintStream out;
    private final BufferedReader in;
    private final Ansi ansi;
    private final String by;

    Prompter(RunHost host, Environment environment, Terminal terminal, String by) {
        this.host = host;
        this.out = environment.out();
        this.in = new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8));
        this.ansi = terminal.ansi();
        this.by = by;
    }

    /// Whether this is a question for people; an event from outside is not.
    static boolean isForPeople(OpenQuestion question) {
        return !question.interrupt().kind().equals(Question.EXTERNAL_EVENT);
    }

    /// @return whether it was answered
    boolean ask(OpenQuestion question) {
        introduce(question);
        while (true) {
            Optional<JsonValue> value = read(question);
            if (value.isEmpty()) {
                return false;
            }
            try {
                host.tell(
                        Hosts.OPERATOR,
                        question.run(),
                        at -> new Command.Answer(at, question.interrupt().id(), value.get(), by, false));
                return true;
            } catch (Refused refused) {
                out.println("  "
                        + ansi.paint(Style.BAD, SafeText.of(Failure.of(refused).explanation())));
            }
        }
    }

    private void introduce(OpenQuestion question) {
        JsonObject data = question.interrupt().data();
        out.println();
        out.println(ansi.paint(Style.WARNING, "?") + " " + ansi.paint(Style.STRONG, SafeText.of(headline(question))));
        data.string("description").ifPresent(text -> out.println("  " + SafeText.of(text)));
        data.object("inputs")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) -> out.println("  " + ansi.paint(Style.DIM, SafeText.of(name)) + "  "
                        + SafeText.of(value instanceof JsonString text ? text.value() : value.toString())));
    }

    /// The questions of a clarification follow one by one; they need not stand above as well.
    private static String headline(OpenQuestion question) {
        boolean follows = question.interrupt().kind().equals(Question.CLARIFICATION)
                && question.interrupt().data().string("title").isEmpty();
        return follows ? question.interrupt().nodeId() + " wants to know" : question.title();
    }

    private Optional<JsonValue> read(OpenQuestion question) {
        return switch (question.interrupt().kind()) {
            case Question.APPROVAL, Question.LOW_CONFIDENCE -> action(question.actions());
            case Question.CLARIFICATION -> answers(question.items());
            default -> line("  JSON or text (Enter leaves it open) > ").map(KeyValues::value);
        };
    }

    private Optional<JsonValue> action(List<String> actions) {
        while (true) {
            Optional<String> said = line("  " + String.join(" / ", actions) + " (Enter leaves it open) > ");
            if (said.isEmpty()) {
                return Optional.empty();
            }
            List<String> meant = meant(actions, said.get());
            if (meant.size() == 1) {
                return Optional.of(JsonObject.of("action", meant.getFirst())
                        .withIfPresent(
                                "feedback",
                                line("  why? (Enter for nothing) > ").orElse(null)));
            }
            out.println("  expected one of " + SafeText.of(String.join(", ", actions)));
        }
    }

    /// The whole word, or as much of its beginning as tells it from the others.
    private static List<String> meant(List<String> actions, String said) {
        return actions.contains(said)
                ? List.of(said)
                : actions.stream().filter(action -> action.startsWith(said)).toList();
    }

    private Optional<JsonValue> answers(List<OpenQuestion.Item> items) {
        Map<String, JsonValue> answers = new LinkedHashMap<>();
        for (OpenQuestion.Item item : items) {
            Optional<String> said = line("  " + SafeText.of(item.text()) + " > ");
            if (said.isEmpty()) {
                return Optional.empty();
            }
            answers.put(item.id(), item.isText() ? new JsonString(said.get()) : KeyValues.value(said.get()));
        }
        return Optional.of(JsonObject.of("answers", new JsonObject(answers)));
    }

    private Optional<String> line(String prompt) {
        out.print(prompt);
        out.flush();
        try {
            return Optional.ofNullable(in.readLine()).map(String::strip).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

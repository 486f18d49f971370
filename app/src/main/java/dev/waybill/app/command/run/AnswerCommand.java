package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.KeyValues;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Secret;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.ByOption;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.OpenHost;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Question;
import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.ResumeTokens;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// `waybill answer`: answers what a run asks.
public final class AnswerCommand extends ToldCommand {

    private final Operand<String> run =
            takes(Operand.text("RUN", "The run's id, its beginning or end, or @last; omit it and NODE with --token."));
    private final Operand<String> node = takes(
            Operand.text("NODE", "The node that asks, or the question's key.").at(1));
    private final Operand<List<String>> words =
            takes(Operand.texts("ANSWER", "An action such as accept, or answers as name=value.")
                    .at(2));
    private final Option<String> token = takes(Option.text(
            "--token",
            "TOKEN",
            "Answer the question that this token names ('waybill show RUN --tokens' creates one); " + Secret.FORMS
                    + "."));
    private final Option<String> value = takes(Option.text("--value", "JSON", "The answer as JSON, instead of words."));
    private final ByOption by = takes(new ByOption("answers"));
    private final Option<Boolean> noWait =
            takes(Option.flag("--no-wait", "Only answer; another process continues the run."));
    private final HostOptions options = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public AnswerCommand(Environment environment) {
        super(
                environment,
                "Answer a run's question and continue the run.",
                "waybill answer RUN gate accept",
                "waybill answer RUN gate reject feedback=\"too expensive\" --by kim",
                "waybill answer RUN ask colour=blue size=42",
                "waybill answer --token TOKEN accept");
        endsAsTheRun();
    }

    @Override
    public ExitCode call() throws Exception {
        if (!token.isGiven() && (run.value() == null || node.value() == null)) {
            throw Failure.usage(
                    "expected a run, the node that asks and an answer", "Or give a token: --token TOKEN ANSWER.");
        }
        RunCommands commands = new RunCommands(environment, common, options, server, "answer", by.name(environment));
        if (token.isGiven()) {
            return byToken(commands);
        }
        String named = Objects.requireNonNull(run.value());
        String asks = Objects.requireNonNull(node.value());
        RunCommands.Telling answer = state -> Optional.of(answer(state, asks, words.orElse(List.of())));
        return noWait.isGiven() ? commands.only(named, answer) : commands.andWork(named, RunStatus.COMPLETED, answer);
    }

    private ExitCode byToken(RunCommands commands) throws Exception {
        if (commands.isRemote()) {
            throw Failure.usage("--token needs the store itself, not --server", "Name the run and the node instead.");
        }
        return noWait.isGiven() ? commands.only(this::byToken) : commands.andWork(RunStatus.COMPLETED, this::byToken);
    }

    /// The token names run and question, so that every word is the answer.
    private RunCommands.Told byToken(OpenHost open) {
        ResumeTokens.Claims claims = TokenCheck.verify(
                Secret.text(Objects.requireNonNull(token.value()), environment),
                open.store(),
                environment.clock().instant());
        List<String> said = new ArrayList<>();
        Stream.of(run.value(), node.value()).filter(Objects::nonNull).forEach(said::add);
        said.addAll(words.orElse(List.of()));
        return new RunCommands.Told(claims.run(), state -> Optional.of(answer(state, claims.interruptId(), said)));
    }

    private Function<Instant, dev.waybill.engine.decide.Command> answer(
            Glance asking, String asked, List<String> given) {
        // When it is not open, the engine says so.
        JsonValue said = said(asking.kindOf(asked).orElse(Question.APPROVAL), given);
        String who = by.name(environment);
        return at -> new dev.waybill.engine.decide.Command.Answer(at, asked, said, who, false);
    }

    private JsonValue said(String kind, List<String> given) {
        String json = value.value();
        if (json != null) {
            if (!given.isEmpty()) {
                throw Failure.usage("expected words or --value, found both", "Give one of them.");
            }
            return Input.text("--value", json).json();
        }
        if (given.isEmpty()) {
            throw Failure.usage("the answer is missing", "Give an action, name=value, or --value JSON.");
        }
        boolean bare = given.getFirst().indexOf('=') < 0;
        JsonObject pairs = KeyValues.read(bare ? given.subList(1, given.size()) : given, "ANSWER");
        return switch (kind) {
            case Question.APPROVAL -> bare ? action(given.getFirst(), pairs) : pairs;
            case Question.CLARIFICATION -> bare ? KeyValues.value(given.getFirst()) : JsonObject.of("answers", pairs);
            default -> bare ? KeyValues.value(given.getFirst()) : pairs;
        };
    }

    private static JsonObject action(String action, JsonObject more) {
        JsonObject said = JsonObject.builder().put("action", action).build();
        for (var member : more.members().entrySet()) {
            said = said.with(member.getKey(), member.getValue());
        }
        return said;
    }
}

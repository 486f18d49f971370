package dev.waybill.app.cli;

import dev.waybill.base.json.JsonValue;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What nearly every command has: its surroundings, the options that all of them share, and words of its own, each
/// named once, where it is declared. The help shows them in that order.
public abstract class ToldCommand implements Command {

    protected final Environment environment;
    protected final CommonOptions common = new CommonOptions();

    private final String summary;
    private final List<String> footer;
    private final List<Argument> own = new ArrayList<>();

    /// @param footer lines below the options
    protected ToldCommand(Environment environment, String summary, String... footer) {
        this.environment = environment;
        this.summary = summary;
        this.footer = List.of(footer);
    }

    protected final <A extends Argument> A takes(A argument) {
        own.add(argument);
        return argument;
    }

    /// The command ends as a run does, in detail if the script wants it.
    protected final void endsAsTheRun() {
        own.add(common.detailedExitCode());
    }

    /// Shows the answer, as JSON or in words, which is a yes.
    protected final ExitCode answer(JsonValue value, Consumer<PrintStream> words) {
        new Output(environment, common.json()).answer(value, words);
        return ExitCode.YES;
    }

    @Override
    public final Usage usage() {
        List<Argument> all = new ArrayList<>(own);
        all.add(common);
        return new Usage(summary, all, footer);
    }
}

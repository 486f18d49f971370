package dev.waybill.app.command;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill completion`: a script that teaches the shell every command and option.
@Command(
        description = "Write a completion script for a shell.",
        footer = {
            "",
            "bash:  source <(waybill completion bash)",
            "zsh:   source <(waybill completion zsh)",
            "fish:  waybill completion fish | source"
        })
public final class CompletionCommand implements Callable<ExitCode> {

    /// The shells that are known.
    public enum Shell {
        bash,
        zsh,
        fish
    }

    private final Environment environment;
    private final Function<Environment, CommandLine> wholeTree;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            description = "${COMPLETION-CANDIDATES}; default: the shell in $SHELL, else bash.")
    @Nullable
    Shell shell;

    public CompletionCommand(Environment environment, Function<Environment, CommandLine> wholeTree) {
        this.environment = environment;
        this.wholeTree = wholeTree;
    }

    @Override
    public ExitCode call() {
        Shell chosen = shell == null ? usersShell() : shell;
        CommandLine tree = wholeTree.apply(environment);
        String script = chosen == Shell.fish ? FishCompletion.script(tree) : AutoComplete.bash("waybill", tree);
        new Output(environment, common.json())
                .answer(
                        JsonObject.builder()
                                .put("shell", chosen.name())
                                .put("script", script)
                                .build(),
                        out -> out.print(script));
        return ExitCode.YES;
    }

    private Shell usersShell() {
        String path = environment.variable("SHELL").orElse("");
        for (Shell known : Shell.values()) {
            if (path.endsWith("/" + known.name())) {
                return known;
            }
        }
        return Shell.bash;
    }
}

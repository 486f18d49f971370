package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.AutoComplete;
import picocli.CommandLine;

/// `waybill completion`: a script that teaches the shell every command and option, and the ids of runs.
public final class CompletionCommand extends ToldCommand {

    /// The shells that are known.
    private enum Shell {
        BASH,
        ZSH,
        FISH;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Function<Environment, CommandLine> wholeTree;

    private final Operand<Shell> shell = takes(Operand.choice(
            "SHELL", "bash, zsh or fish (default: the shell that $SHELL names, else bash).", List.of(Shell.values())));

    public CompletionCommand(Environment environment, Function<Environment, CommandLine> wholeTree) {
        super(
                environment,
                "Write a completion script for a shell.",
                "bash:  source <(waybill completion bash)",
                "zsh:   source <(waybill completion zsh)",
                "fish:  waybill completion fish | source");
        this.wholeTree = wholeTree;
    }

    @Override
    public ExitCode call() {
        Shell chosen = shell.orElse(usersShell());
        CommandLine tree = wholeTree.apply(environment);
        String script = chosen == Shell.FISH
                ? FishCompletion.script(tree) + RunIdCompletion.fish(tree)
                : AutoComplete.bash("waybill", tree) + RunIdCompletion.bash(tree);
        return answer(JsonObject.of("shell", chosen.word()).with("script", script), out -> out.print(script));
    }

    private Shell usersShell() {
        String path = environment.variable("SHELL").orElse("");
        for (Shell known : Shell.values()) {
            if (path.endsWith("/" + known.word())) {
                return known;
            }
        }
        return Shell.BASH;
    }
}

package dev.waybill.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Every command that works on a store also works on a host, or says that it does not.
class ServerWalkTest {

    private static Stream<CommandLine> commands(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(ServerWalkTest::commands));
    }

    private static String name(CommandLine line) {
        return line.getCommandSpec()
                .qualifiedName()
                .substring("waybill".length())
                .strip();
    }

    @Test
    void aCommandOnAStoreTakesAServerOrRefusesItByName() {
        List<String> taking = new ArrayList<>();
        List<String> refusing = new ArrayList<>();
        commands(CommandTree.whole(Asked.environment()))
                .filter(line -> line.getCommandSpec().findOption("--data") != null)
                .forEach(line -> {
                    if (line.getCommandSpec().findOption("--server") != null) {
                        taking.add(name(line));
                    } else {
                        refusing.add(name(line));
                        refuses(name(line));
                    }
                });
        assertThat(taking)
                .contains(
                        "run", "runs", "show", "events", "answer", "pause", "resume", "cancel", "fork", "diff",
                        "export", "anchor", "audit");
        assertThat(refusing).contains("fsck", "prune", "apikeys new", "serve", "mcp", "work");
    }

    private static void refuses(String name) {
        List<String> words = new ArrayList<>(List.of(name.split(" ")));
        words.addAll(List.of("--server", "http://127.0.0.1:1"));
        Asked asked = Asked.waybill(words.toArray(String[]::new));
        assertThat(asked.code()).as(name).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err())
                .as(name)
                .contains(name + " works where the runs are stored and not on a host from afar")
                .doesNotContain("\tat ");
    }
}

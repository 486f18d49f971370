package dev.waybill.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Every command says which of its words is missing. The test walks the commands, so a new one is in it.
class MissingOperandTest {

    @TestFactory
    Stream<DynamicTest> everyCommandNamesTheOperandThatIsMissing() {
        return commands(CommandTree.whole(Asked.environment())).flatMap(this::eachOperand);
    }

    @TestFactory
    Stream<DynamicTest> everyCommandNamesTheRequiredOptionThatIsMissing() {
        return commands(CommandTree.whole(Asked.environment()))
                .filter(spec -> spec.options().stream().anyMatch(ArgSpec::required))
                .map(spec -> DynamicTest.dynamicTest(spec.qualifiedName(), () -> {
                    List<String> words = words(spec);
                    required(spec).forEach(_ -> words.add("x"));
                    String option = spec.options().stream()
                            .filter(ArgSpec::required)
                            .findFirst()
                            .orElseThrow()
                            .longestName();
                    refused(words, String.join(" ", words(spec)) + " needs " + option);
                }));
    }

    @Test
    void aWordOfTheWrongKindIsToldWithoutTheParsersOwnWords() {
        assertThat(Asked.waybill("evidence", "task", "nonsense").err())
                .startsWith("waybill: expected planned, ")
                .contains("found 'nonsense'");
        assertThat(Asked.waybill("runs", "--limit", "many").err())
                .startsWith("waybill: --limit: expected a whole number, found 'many'");
    }

    /// What may be left out is left out: the command does something sensible, or says what it wants.
    @TestFactory
    Stream<DynamicTest> aCommandWhoseOperandsMayBeLeftOutDoesWithoutThem(@TempDir Path folder) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String name : List.of("WAYBILL_DATA", "WAYBILL_KEYS", "XDG_CONFIG_HOME", "HOME")) {
            variables.put(name, folder.resolve(name).toString());
        }
        return commands(CommandTree.whole(Asked.environment()))
                .filter(spec -> !spec.positionalParameters().isEmpty()
                        && required(spec).isEmpty()
                        && spec.options().stream().noneMatch(ArgSpec::required))
                .map(spec -> DynamicTest.dynamicTest(spec.qualifiedName(), () -> {
                    Asked asked = Asked.waybill(variables, words(spec).toArray(String[]::new));
                    assertThat(asked.err()).doesNotContain("This is a bug");
                }));
    }

    @Test
    void theWalkMeetsTheCommandsThatFailedOnce() {
        assertThat(commands(CommandTree.whole(Asked.environment()))
                        .filter(spec -> !required(spec).isEmpty())
                        .map(spec -> String.join(" ", words(spec))))
                .contains("run", "show", "events", "cancel", "pause", "resume", "replay", "diff", "export")
                .contains("apikeys rotate", "apikeys revoke", "workflow show", "workflow preview")
                .contains("evidence verify", "evidence emit");
    }

    @Test
    void whereToFindAnOperandIsSaid() {
        assertThat(Asked.waybill("show").err())
                .isEqualTo("waybill: show needs a run id; `waybill runs` lists them\n  See 'waybill show --help'.\n");
        assertThat(Asked.waybill("diff", "run_1").err()).startsWith("waybill: diff needs a second run id");
    }

    private Stream<DynamicTest> eachOperand(CommandSpec spec) {
        List<PositionalParamSpec> operands = required(spec);
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            List<String> words = words(spec);
            operands.subList(0, i).forEach(_ -> words.add("x"));
            String missing =
                    String.join(" ", words(spec)) + " needs " + operands.get(i).userObject();
            tests.add(DynamicTest.dynamicTest(
                    spec.qualifiedName() + " without " + operands.get(i).paramLabel(), () -> refused(words, missing)));
        }
        return tests.stream();
    }

    private static void refused(List<String> words, String message) {
        Asked asked = Asked.waybill(words.toArray(String[]::new));
        assertThat(asked.err()).startsWith("waybill: " + message).contains("--help'");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.out()).isEmpty();
    }

    private static Stream<CommandSpec> commands(CommandLine line) {
        return Stream.concat(
                Stream.of(line.getCommandSpec()),
                line.getSubcommands().values().stream().flatMap(MissingOperandTest::commands));
    }

    private static List<PositionalParamSpec> required(CommandSpec spec) {
        return spec.positionalParameters().stream().filter(ArgSpec::required).toList();
    }

    private static List<String> words(CommandSpec spec) {
        List<String> words = new ArrayList<>(Arrays.asList(spec.qualifiedName().split(" ")));
        words.removeFirst();
        return words;
    }
}

package dev.waybill.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.config.Setting;
import dev.waybill.app.config.Settings;
import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// `docs/configuration.md`, the help and the table of settings tell the same story.
class ConfigurationPageTest {

    @Test
    void thePageHasARowForEverySettingAndNoOther() throws IOException {
        assertThat(Files.readAllLines(Interop.projectRoot().resolve("docs/configuration.md")).stream()
                        .filter(line -> line.startsWith("| `"))
                        .filter(line ->
                                line.contains("`WAYBILL_") || line.contains("`OTEL_") || line.contains("`OPENWOP_")))
                .containsExactlyElementsOf(
                        Settings.ALL.stream().map(ConfigurationPageTest::row).toList());
    }

    @Test
    void everyFlagOfASettingIsTakenBySomeCommandWhoseHelpNamesItsVariable() {
        List<OptionSpec> options = options(CommandTree.whole(Asked.environment()))
                .filter(option ->
                        option.description()[0].contains("(default: ") || option.description()[0].contains("(or set "))
                .toList();
        for (Setting<?> setting : Settings.ALL) {
            if (setting.hasFlag()) {
                assertThat(options)
                        .as(setting.name())
                        .filteredOn(option -> option.longestName().equals(setting.flagName())
                                && option.description()[0].contains(setting.variable())
                                && (option.arity().max() == 0 || option.description()[0].contains(setting.inWords())))
                        .hasSizeGreaterThan(1); // `config show`, and whoever uses it.
            }
        }
    }

    @Test
    void namesAndVariablesAreUsedOnce() {
        assertThat(Settings.ALL.stream().map(Setting::name)).doesNotHaveDuplicates();
        assertThat(Settings.ALL.stream().map(Setting::variable)).doesNotHaveDuplicates();
    }

    private static Stream<OptionSpec> options(CommandLine line) {
        return Stream.concat(
                line.getCommandSpec().options().stream(),
                line.getSubcommands().values().stream().flatMap(ConfigurationPageTest::options));
    }

    private static String row(Setting<?> setting) {
        return "| `%s` | %s | `%s` | %s | %s |"
                .formatted(
                        setting.name(),
                        setting.hasFlag() ? "`" + setting.flagName() + "`" : "",
                        setting.variable(),
                        setting.usual() == null ? setting.inWords() : "`" + setting.usual() + "`",
                        setting.what());
    }
}

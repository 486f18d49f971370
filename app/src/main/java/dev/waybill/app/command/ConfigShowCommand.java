package dev.waybill.app.command;

import dev.waybill.agents.model.config.Models;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.config.ConfigurationFile;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Setting;
import dev.waybill.app.config.Settings;
import dev.waybill.app.config.Source;
import dev.waybill.app.config.StrayVariables;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `waybill config show`: every setting, its value and where that comes from. It takes the flags of all settings, so
/// that a whole command line can be tried out.
public final class ConfigShowCommand extends ToldCommand {

    private final Option<Boolean> set = takes(Option.flag("--set", "Show only what somebody set."));
    private final List<Row> rows = Settings.ALL.stream().map(Row::of).toList();

    public ConfigShowCommand(Environment environment) {
        super(environment, "Show every setting and where its value comes from.");
        rows.stream().flatMap(row -> Stream.ofNullable(row.argument())).forEach(this::takes);
    }

    /// A setting, and its flag where it has one.
    private record Row(Setting<?> setting, @Nullable Configured<?> argument) {

        static Row of(Setting<?> setting) {
            return new Row(setting, setting.hasFlag() ? setting.argument() : null);
        }

        Source source(Environment environment) {
            return argument == null ? setting.source(environment) : argument.source(environment);
        }

        Optional<String> shown(Environment environment) {
            return argument == null ? setting.shown(environment) : argument.shown(environment);
        }

        /// Reads the value, to see that it can be used. A secret is not fetched: showing needs no access to it.
        void check(Environment environment) {
            if (setting.isSecret()) {
                return;
            }
            var _ = argument == null ? setting.in(environment) : argument.in(environment);
        }
    }

    @Override
    public ExitCode call() {
        rows.forEach(row -> row.check(environment));
        var _ = Models.of(Surroundings.of(environment));
        List<Row> shown = rows.stream()
                .filter(row -> !set.isGiven() || row.source(environment) != Source.DEFAULT)
                .toList();
        return answer(json(shown), out -> print(out, shown));
    }

    private JsonObject json(List<Row> shown) {
        return JsonObject.EMPTY
                .withIfPresent("file", environment.file().orElse(null))
                .with("settings", new JsonArray(shown.stream().map(this::json).toList()))
                .with("unknownVariables", JsonArray.ofStrings(StrayVariables.in(environment)));
    }

    private JsonValue json(Row row) {
        Setting<?> setting = row.setting();
        return JsonObject.of("name", setting.name())
                .withIfPresent("value", row.shown(environment).orElse(setting.usual()))
                .with("source", row.source(environment).word())
                .withIfPresent("flag", setting.flagName())
                .with("variable", setting.variable())
                .with("what", setting.what());
    }

    private void print(PrintStream out, List<Row> shown) {
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT).head("SETTING", "VALUE", "FROM");
        shown.forEach(row -> table.row(
                row.setting().name(),
                row.shown(environment).orElse(row.setting().inWords()),
                from(row)));
        out.print(table.render(common.terminal()));
        out.println();
        out.println(environment
                .file()
                .map(file -> "file: " + file)
                .orElse("no file: " + ConfigurationFile.standard(environment) + " is not there"));
        StrayVariables.in(environment).forEach(name -> out.println(StrayVariables.complaint(name)));
    }

    private String from(Row row) {
        return switch (row.source(environment)) {
            case FLAG -> "flag " + row.setting().flagName();
            case ENVIRONMENT -> "environment " + row.setting().variable();
            case FILE -> "file";
            case DEFAULT -> "default";
        };
    }
}

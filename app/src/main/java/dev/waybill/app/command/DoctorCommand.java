package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `waybill doctor`: what is missing here, and how to fix it.
public final class DoctorCommand extends ToldCommand {

    private static final int STATUS_WIDTH = 9;

    private final StoreOptions place = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public DoctorCommand(Environment environment) {
        super(
                environment,
                "Show what is missing on this machine and how to fix it, and what the processes here have at work.");
    }

    @Override
    public ExitCode call() {
        List<Checkup> checkups = new ArrayList<>(new ToolCheckups(environment).all());
        checkups.addAll(new PlaceCheckups(environment).all());
        checkups.addAll(server.server(environment, place)
                .map(host -> List.of(reached(host)))
                .orElseGet(() -> new ProcessCheckups(environment, place).all()));
        boolean healthy = checkups.stream().noneMatch(checkup -> checkup.status() == Checkup.Status.MISSING);
        answer(json(healthy, checkups), out -> print(out, checkups));
        return ExitCode.of(healthy);
    }

    /// Where a host is meant, the runs and the processes are there: it is asked for one run, with the key that others
    /// would show.
    private static Checkup reached(Server host) {
        try (host) {
            Map<String, String> one = new LinkedHashMap<>();
            one.put("limit", "1");
            var _ = host.get("/v1/runs", one);
            return Checkup.ok(
                    "server", host.address() + " answers; 'waybill doctor' beside its store shows its processes");
        } catch (Failure failure) {
            return Checkup.missing(
                    "server",
                    failure.explanation(),
                    Objects.requireNonNullElse(failure.refusal().next(), "Check --server and --api-key."));
        }
    }

    private static JsonObject json(boolean healthy, List<Checkup> checkups) {
        List<JsonValue> items = new ArrayList<>();
        checkups.forEach(checkup -> items.add(checkup.toJson()));
        return JsonObject.of("healthy", healthy).with("checks", new JsonArray(items));
    }

    private void print(PrintStream out, List<Checkup> checkups) {
        Ansi ansi = common.terminal().ansi();
        int width = checkups.stream().mapToInt(it -> it.name().length()).max().orElse(0);
        for (Checkup checkup : checkups) {
            String word = ansi.paint(
                    style(checkup.status()), TextWidth.padRight(checkup.status().word(), STATUS_WIDTH));
            out.println(word + TextWidth.padRight(checkup.name(), width) + "  " + SafeText.of(checkup.detail()));
            if (checkup.fix() != null) {
                out.println(" ".repeat(STATUS_WIDTH + width + 2) + SafeText.of(checkup.fix()));
            }
        }
    }

    private static Style style(Checkup.Status status) {
        return switch (status) {
            case OK -> Style.GOOD;
            case WARNING -> Style.WARNING;
            case MISSING -> Style.BAD;
        };
    }
}

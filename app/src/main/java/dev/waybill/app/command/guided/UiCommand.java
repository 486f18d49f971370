package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.HostSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/// `waybill ui`: the dashboard in a browser. A server that runs on the same store is used; else one is started here.
public final class UiCommand extends ToldCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Option<Boolean> noOpen = takes(Option.flag("--no-open", "Print the address and open no browser."));
    private final ServeOptions options = takes(new ServeOptions());

    public UiCommand(Environment environment) {
        super(
                environment,
                "Open the dashboard in your browser: of the server that runs on this store, else of one that runs until"
                        + " you stop this command.",
                ServeOptions.FOOTER);
    }

    @Override
    public ExitCode call() throws Exception {
        Optional<String> running = running();
        if (running.isPresent()) {
            show(running.get());
            return ExitCode.YES;
        }
        return new Serving(environment, options).at(options.settingsForABrowser(environment), this::show);
    }

    /// Servers say with their heartbeats where they listen. One that was killed a moment ago still stands there: each
    /// is asked.
    private Optional<String> running() {
        if (!options.runs.place().isThere(environment)) {
            return Optional.empty();
        }
        try (RunStore store = options.runs.place().openToRead(environment)) {
            return store.processes(environment.clock().instant(), HostSettings.DEFAULT_LEASE).stream()
                    .sorted(Comparator.comparing(LiveProcess::seenAt).reversed())
                    .flatMap(process -> process.status().string("url").stream())
                    .filter(UiCommand::answers)
                    .findFirst();
        } catch (StoreException _) {
            // Opening it to serve says what is wrong, or mends it.
            return Optional.empty();
        }
    }

    private static boolean answers(String url) {
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health"))
                    .timeout(PATIENCE)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException | IllegalArgumentException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void show(String url) {
        String address = url + "/ui";
        environment.out().println("The dashboard is at " + address);
        environment.out().flush();
        if (!noOpen.isGiven() && !Browsers.open(address)) {
            environment.out().println("No browser could be opened here: open that address in one.");
            environment.out().flush();
        }
    }
}

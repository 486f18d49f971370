package dev.waybill.app.desk;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.app.config.Source;
import dev.waybill.app.host.StoreOptions;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// `--server`: a host that has the runs, instead of a store.
public final class ServerOptions implements Argument {

    private final Configured<String> server = Settings.SERVER.argument();
    private final Configured<String> key = Settings.SERVER_KEY.argument();

    /// Whether a host is meant, because it is named nearer than the store: a flag for the one wins over a variable for
    /// the other.
    public boolean isMeant(Environment environment, StoreOptions store) {
        Source named = server.source(environment);
        if (named == Source.FLAG && store.source(environment) == Source.FLAG) {
            throw Failure.usage("--server and a store are both given", "Give --server URL, or --data DIR or --db URL.");
        }
        return named != Source.DEFAULT && named.compareTo(store.source(environment)) <= 0;
    }

    /// The host, where one is meant.
    public Optional<Server> server(Environment environment, StoreOptions store) {
        return isMeant(environment, store)
                ? Optional.of(new Server(address(server.in(environment).orElseThrow()), key.in(environment)))
                : Optional.empty();
    }

    /// The runs that a command looks at.
    public Desk open(Environment environment, StoreOptions store) {
        return server(environment, store)
                .<Desk>map(host -> new ServerDesk(host, again()))
                .orElseGet(() -> new StoreDesk(store.openToRead(environment), store.again()));
    }

    /// The words that make another command find the same host; empty when it would anyway.
    public String again() {
        return server.isFlagged() ? " --server " + server.flagged() : "";
    }

    private static String address(String text) {
        try {
            URI address = URI.create(text);
            if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (IllegalArgumentException _) {
            // Told below.
        }
        throw Failure.usage("--server: expected an address such as http://127.0.0.1:8080, found '" + text + "'", null);
    }

    @Override
    public void addTo(CommandSpec spec) {
        server.addTo(spec);
        key.addTo(spec);
    }
}

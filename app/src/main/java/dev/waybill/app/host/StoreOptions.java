package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/// `--data` and `--db`: where the runs are.
public final class StoreOptions implements Argument {

    private static final String NODE_TYPES = "node-types";

    private final Option<Path> data =
            Option.path("--data", "DIR", "The data directory (default: WAYBILL_DATA, else ~/.local/share/waybill).");
    private final Option<String> db =
            Option.text("--db", "URL", "A PostgreSQL database instead (default: WAYBILL_DB, if set).");

    /// Opens the store; who opens it closes it.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when that cannot be done
    public RunStore open(Environment environment) {
        return Stores.open(location(environment));
    }

    /// Opens a store that is there, to tell its runs something: a mistyped path is no new store.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when there is none
    public RunStore openExisting(Environment environment) {
        return isThere(environment) ? open(environment) : openToRead(environment);
    }

    /// Opens a store that is there and changes nothing in it, not even its files.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when there is none
    public RunStore openToRead(Environment environment) {
        return Stores.openToRead(location(environment));
    }

    /// Whether nobody named a place and the usual one was never used: there is nothing yet, which is no mistake.
    public boolean isUnused(Environment environment) {
        return data.value() == null && !isThere(environment);
    }

    /// Whether there is anything to open.
    public boolean isThere(Environment environment) {
        return switch (location(environment)) {
            case StoreLocation.DataDirectory directory -> SqliteStore.isIn(directory.path());
            case StoreLocation.Database _ -> true;
        };
    }

    /// The words that make another command find the same store; empty when it would anyway. A database's URL may hold
    /// a password and is not repeated.
    public String again() {
        Path named = data.value();
        if (named != null) {
            return " --data " + named;
        }
        return db.isGiven() ? " --db URL" : "";
    }

    /// Where a data directory that somebody handed over may bring jars.
    Path nodeTypes(Environment environment) {
        return data.orElse(standard(environment)).resolve(NODE_TYPES);
    }

    static Path standardNodeTypes(Environment environment) {
        return standard(environment).resolve(NODE_TYPES);
    }

    /// Where a host keeps what came back for its anchors, whichever store is used.
    Path anchors(Environment environment) {
        return data.orElse(standard(environment)).resolve("anchors");
    }

    private StoreLocation location(Environment environment) {
        Path named = data.value();
        String url = db.value();
        if (named == null && url == null) {
            url = environment.variable("WAYBILL_DB").orElse(null);
        }
        try {
            return StoreLocation.of(named, url, standard(environment));
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()), "Give --data DIR or --db URL.");
        }
    }

    private static Path standard(Environment environment) {
        return environment.variable("WAYBILL_DATA").map(Path::of).orElseGet(environment::dataDirectory);
    }

    @Override
    public void addTo(CommandSpec spec) {
        data.addTo(spec);
        db.addTo(spec);
    }
}

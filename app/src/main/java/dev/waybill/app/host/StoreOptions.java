package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.app.config.Source;
import dev.waybill.doors.audit.AuditEntry;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import dev.waybill.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/// `--data` and `--db`: where the runs are.
public final class StoreOptions implements Argument {

    private static final String NODE_TYPES = "node-types";

    private final Configured<Path> data = Settings.DATA.argument();
    private final Configured<String> db = Settings.DB.argument();

    /// Opens the store; the caller closes it.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when that cannot be done
    public RunStore open(Environment environment) {
        return Stores.open(location(environment));
    }

    /// Opens a store that is there, to tell its runs something: a mistyped path is no new store.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when there is none
    public RunStore openExisting(Environment environment) {
        return Stores.openExisting(location(environment));
    }

    /// Opens a store that is there and changes nothing in it, not even its files.
    ///
    /// @throws dev.waybill.journal.store.StoreException with one sentence when there is none
    public RunStore openToRead(Environment environment) {
        return Stores.openToRead(location(environment));
    }

    /// Whether nobody named a place and the usual one was never used: there is nothing yet, which is no mistake.
    public boolean isUnused(Environment environment) {
        return !data.isFlagged() && !isThere(environment);
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
        return data.isFlagged() ? " --data " + data.flagged() : db.isFlagged() ? " --db URL" : "";
    }

    /// Where a data directory that somebody handed over may bring jars.
    Path nodeTypes(Environment environment) {
        return directory(environment).resolve(NODE_TYPES);
    }

    static Path standardNodeTypes(Environment environment) {
        return standard(environment).resolve(NODE_TYPES);
    }

    /// Where a host keeps what came back for its anchors, whichever store is used.
    Path anchors(Environment environment) {
        return directory(environment).resolve("anchors");
    }

    /// How near the place of the store is named.
    public Source source(Environment environment) {
        Source directory = data.source(environment);
        Source database = db.source(environment);
        return directory.compareTo(database) <= 0 ? directory : database;
    }

    /// Who did what here, whichever store is used.
    ///
    /// @param trouble hears when an entry cannot be written
    public AuditFile audit(Environment environment, Consumer<String> trouble) {
        return new AuditFile(directory(environment).resolve("audit.jsonl"), trouble);
    }

    /// Notes what the user of this machine did at the terminal.
    public void note(Environment environment, String what, String tenant) {
        audit(environment, problem -> environment.err().println("waybill: note: " + problem))
                .add(new AuditEntry(environment.clock().instant(), what, 0, tenant, environment.user(), null));
    }

    private StoreLocation location(Environment environment) {
        Path named = data.isFlagged() ? directory(environment) : null;
        // The nearer one is meant: a directory in the environment, say, although the file names a database.
        boolean inDatabase = db.source(environment) != Source.DEFAULT
                && db.source(environment).compareTo(data.source(environment)) <= 0;
        try {
            return StoreLocation.of(named, inDatabase ? db.in(environment).orElse(null) : null, standard(environment));
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()), "Give --data DIR or --db URL.");
        }
    }

    private Path directory(Environment environment) {
        return data.in(environment).orElseGet(environment::dataDirectory);
    }

    private static Path standard(Environment environment) {
        return Settings.DATA.in(environment).orElseGet(environment::dataDirectory);
    }

    @Override
    public void addTo(CommandSpec spec) {
        data.addTo(spec);
        db.addTo(spec);
    }
}

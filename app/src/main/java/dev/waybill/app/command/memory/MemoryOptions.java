package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.TenantMemory;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// Which memory a command is about: the store or the host, the tenant and its scope.
final class MemoryOptions implements Argument {

    private final StoreOptions stores = new StoreOptions();
    private final ServerOptions server = new ServerOptions();
    private final TenantOption tenant = new TenantOption("Whose memory (default: local, as on the command line).");
    private final Option<String> scope =
            Option.text("--scope", "NAME", "Which of the tenant's memories (default: shared).");

    /// To look at it.
    MemoryDesk toRead(Environment environment) {
        return open(environment, stores::openToRead);
    }

    /// To change it; a store that is not there is made.
    MemoryDesk toWrite(Environment environment) {
        return open(environment, stores::open);
    }

    /// To take something away; nothing is remembered in a store that is not there.
    MemoryDesk toForget(Environment environment) {
        return open(environment, stores::openExisting);
    }

    private MemoryDesk open(Environment environment, Function<Environment, RunStore> opening) {
        Server host = server.server(environment, stores).orElse(null);
        if (host != null) {
            if (tenant.given() != null) {
                throw Failure.usage("--tenant is for a store; a host has the memory of your key's tenant", null);
            }
            return new ServerMemoryDesk(host, scope.value());
        }
        RunStore store = opening.apply(environment);
        TenantMemory memory = TenantMemory.of(store, Caller.operator(tenant.name()), tenant.name());
        return new StoredMemoryDesk(store, memory, memory.scope(scope.value()), environment.clock());
    }

    static Failure unknown(String ref, String id) {
        return new Failure(
                ExitCode.NO,
                "not_found",
                "the memory \"%s\" has no entry \"%s\"".formatted(ref, id),
                "List what is there with 'waybill memory list'.");
    }

    @Override
    public void addTo(CommandSpec spec) {
        tenant.addTo(spec);
        scope.addTo(spec);
        stores.addTo(spec);
        server.addTo(spec);
    }
}

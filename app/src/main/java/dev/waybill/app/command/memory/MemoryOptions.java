package dev.waybill.app.command.memory;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.TenantMemory;
import picocli.CommandLine.Model.CommandSpec;

/// Which memory a command is about: the store, the tenant and its scope.
final class MemoryOptions implements Argument {

    private final StoreOptions stores = new StoreOptions();
    private final TenantOption tenant = new TenantOption("Whose memory (default: local, as on the command line).");
    private final Option<String> scope =
            Option.text("--scope", "NAME", "Which of the tenant's memories (default: shared).");

    RunStore toRead(Environment environment) {
        return stores.openToRead(environment);
    }

    RunStore toWrite(Environment environment) {
        return stores.open(environment);
    }

    TenantMemory memory(RunStore store) {
        return TenantMemory.of(store, Caller.operator(tenant.name()), tenant.name());
    }

    MemoryScope scope(TenantMemory memory) {
        return memory.scope(scope.value());
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
    }
}

package dev.waybill.runtime.trigger;

import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.TenantWorkflows;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.trigger.StartTrigger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which triggers there are: those of the host's own workflows and those of what tenants registered.
///
/// A workflow of the host belongs to everybody, its triggers to one tenant: the one that its `tenantId` names,
/// else the host's own.
public final class TriggerCatalog {

    private static final String TENANT = "tenantId";

    private final RunStore store;
    private final DefinitionSource own;
    private final String usual;
    private final Map<String, Registered> registered = new HashMap<>();

    private record Registered(long mark, List<WorkflowDefinition> definitions) {}

    /// @param own the host's own workflows
    /// @param usual to whom runs belong that the triggers of these start
    public TriggerCatalog(RunStore store, DefinitionSource own, String usual) {
        this.store = store;
        this.own = own;
        this.usual = usual;
    }

    /// All of them, by tenant, workflow and place.
    public synchronized List<BoundTrigger> all() {
        List<BoundTrigger> all = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (WorkflowDefinition definition : own.all()) {
            taken.add(definition.id());
            add(definition.toJson().string(TENANT).orElse(usual), definition, all);
        }
        for (Latch tenant : store.latches().list(TenantWorkflows.WITH_TRIGGERS)) {
            String name = tenant.key().tenant();
            for (WorkflowDefinition definition : definitions(name)) {
                if (!taken.contains(definition.id())) {
                    add(name, definition, all);
                }
            }
        }
        all.sort(Comparator.comparing(BoundTrigger::tenant).thenComparing(BoundTrigger::workflow));
        return all;
    }

    private static void add(String tenant, WorkflowDefinition definition, List<BoundTrigger> all) {
        StartTrigger.of(definition).forEach(trigger -> all.add(new BoundTrigger(tenant, definition, trigger)));
    }

    /// Read again only when the tenant changed something.
    private List<WorkflowDefinition> definitions(String tenant) {
        long mark = store.documents().mark(Shelf.workflows(tenant));
        Registered known = registered.get(tenant);
        if (known == null || known.mark() != mark) {
            known = new Registered(mark, TenantWorkflows.readable(store.documents(), tenant));
            registered.put(tenant, known);
        }
        return known.definitions();
    }
}

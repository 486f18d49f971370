package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Secret;
import dev.waybill.app.config.Settings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.doors.hook.HookKeys;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.trigger.TriggerCatalog;
import dev.waybill.runtime.trigger.TriggerDesk;
import dev.waybill.runtime.trigger.TriggerLoop;
import dev.waybill.workflow.TriggerType;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What starts runs by itself, on an open host.
public final class Triggers {

    /// What `waybill serve` and `waybill work` fire between them.
    public static final Set<TriggerType> FIRED =
            Collections.unmodifiableSet(EnumSet.of(TriggerType.SCHEDULE, TriggerType.WEBHOOK, TriggerType.ERROR));

    private final Environment environment;
    private final RunHost host;
    private final TriggerCatalog catalog;
    private final TriggerDesk desk;

    /// @param workflows the host's own
    public Triggers(Environment environment, OpenHost opened, DefinitionSource workflows) {
        this.environment = environment;
        this.host = opened.host();
        this.catalog = new TriggerCatalog(opened.store(), workflows, Hosts.TENANT);
        this.desk = new TriggerDesk(host, catalog, environment.clock());
    }

    public TriggerDesk desk() {
        return desk;
    }

    /// Fires what is due until it is closed.
    ///
    /// @param complaints hears of triggers that started nothing
    public TriggerLoop loop(Consumer<String> complaints) {
        return new TriggerLoop(host, catalog, desk, environment.clock(), complaints);
    }

    /// Secrets of `agents.secrets` whose `hooks` name the tenant.
    public HookKeys keys() {
        return (tenant, name) -> {
            JsonObject secret = Settings.SECRETS
                    .in(environment)
                    .orElse(JsonObject.EMPTY)
                    .object(name)
                    .orElse(JsonObject.EMPTY);
            boolean granted = secret.array("hooks").orElse(JsonArray.EMPTY).items().stream()
                    .anyMatch(it -> it instanceof JsonString(var whom) && (whom.equals(tenant) || whom.equals("*")));
            try {
                return granted
                        ? secret.string("from")
                                .map(from -> Secret.text(from, environment).getBytes(StandardCharsets.UTF_8))
                                .filter(bytes -> bytes.length > 0)
                        : Optional.empty();
            } catch (Failure _) {
                return Optional.empty();
            }
        };
    }
}

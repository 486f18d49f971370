package dev.waybill.journal.store;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// A permission of a caller. The names are OpenWOP's where it has one, so that a key means the same at every door.
public enum Scope {
    /// Look at workflows and agents.
    MANIFEST_READ("manifest:read"),
    /// Register workflows for the own tenant.
    WORKFLOWS_WRITE("workflows:write"),
    /// Start and fork runs, and carry guided ones on.
    RUNS_CREATE("runs:create"),
    RUNS_READ("runs:read"),
    /// Cancel, pause and resume.
    RUNS_CANCEL("runs:cancel"),
    ARTIFACTS_READ("artifacts:read"),
    WEBHOOKS_MANAGE("webhooks:manage"),
    /// Answer what a run asks.
    APPROVALS_RESPOND("approvals:respond"),
    AUDIT_READ("audit:read"),
    WORKSPACE_READ("workspace:read"),
    WORKSPACE_WRITE("workspace:write"),
    /// Have this host sign that it saw a summary of another one.
    WITNESS_SIGN("witness:sign");

    public static final Set<Scope> ALL = Collections.unmodifiableSet(EnumSet.allOf(Scope.class));

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static Optional<Scope> of(String wire) {
        for (Scope scope : ALL) {
            if (scope.wire.equals(wire)) {
                return Optional.of(scope);
            }
        }
        return Optional.empty();
    }

    /// The same scopes in their order, which no JVM salts.
    public static Set<Scope> copyOf(Set<Scope> scopes) {
        EnumSet<Scope> copy = EnumSet.noneOf(Scope.class);
        copy.addAll(scopes);
        return Collections.unmodifiableSet(copy);
    }
}

package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Scope;
import java.util.Optional;
import java.util.Set;

/// On whose behalf something is done or looked at. It travels with every command and every read; whatever belongs to
/// another tenant is, to this caller, not there.
///
/// @param tenant whose runs it sees, and to whom new ones belong
/// @param principal who it is within the tenant: an API key's id, `operator`
/// @param scopes what it may do
/// @param everyTenant whether it looks after the whole store; only [#operator] makes such a caller, never a door
public record Caller(String tenant, String principal, Set<Scope> scopes, boolean everyTenant) {

    public static final String OPERATOR = "operator";

    /// The principal of everybody who calls a server that asks for no key: a machine, never the name of a person.
    public static final String THIS_MACHINE = "this-machine";

    public Caller {
        scopes = Scope.copyOf(scopes);
    }

    public Caller(String tenant, String principal, Set<Scope> scopes) {
        this(tenant, principal, scopes, false);
    }

    /// Whoever has the store in their hands: no check of ours could keep its runs from them.
    ///
    /// @param tenant to whom new runs belong
    public static Caller operator(String tenant) {
        return new Caller(tenant, OPERATOR, Scope.ALL, true);
    }

    /// Whether runs of a tenant are there for this caller.
    public boolean sees(String owner) {
        return everyTenant || tenant.equals(owner);
    }

    /// Who it is, for a record that must not take a machine's name for a person's; empty where everybody on the machine
    /// is
    /// this caller.
    public Optional<String> name() {
        return principal.equals(THIS_MACHINE) ? Optional.empty() : Optional.of(principal);
    }

    /// @throws Refused when the caller may not do this
    public void require(Scope scope) {
        if (!scopes.contains(scope)) {
            throw new Refused(
                    RefusalCode.FORBIDDEN,
                    "this needs the scope %s, which %s does not have".formatted(scope.wire(), principal),
                    JsonObject.of("scopeRequired", scope.wire()));
        }
    }
}

package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.Scope;

/// Some questions may be answered only by somebody who may do more than answer: `outputAttestation.principalScope`. A
/// scope that nobody can have lets nobody answer, except the operator.
final class PrincipalScope {

    private static final String MEMBER = "principalScope";

    private PrincipalScope() {}

    /// @throws Refused when the caller does not have what the question asks for
    static void require(Caller caller, RunState state, Command.Answer answer) {
        for (Interrupt open : state.interrupts().values()) {
            boolean asked = open.id().equals(answer.interrupt())
                    || open.key().equals(answer.interrupt())
                    || open.nodeId().equals(answer.interrupt());
            if (asked && !caller.everyTenant()) {
                open.data().string(MEMBER).ifPresent(scope -> check(caller, scope));
            }
        }
    }

    private static void check(Caller caller, String scope) {
        if (Scope.of(scope).filter(caller.scopes()::contains).isEmpty()) {
            throw new Refused(
                    RefusalCode.FORBIDDEN,
                    "this answer needs the scope %s, which %s does not have".formatted(scope, caller.principal()),
                    JsonObject.builder().put("scopeRequired", scope).build());
        }
    }
}

package dev.waybill.agents.tool;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Says whether a call may be made. It is asked before every call of a tool that the agent's list allows; an exception
/// is a no.
@FunctionalInterface
public interface ToolGuard {

    boolean permits(ToolCall call) throws Exception;

    /// Tools that need nothing, and those that need only what the operator grants.
    static ToolGuard granting(List<String> scopes) {
        Set<String> granted = new LinkedHashSet<>(scopes);
        return call -> granted.containsAll(call.tool().scopes());
    }
}

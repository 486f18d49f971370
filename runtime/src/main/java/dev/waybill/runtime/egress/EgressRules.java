package dev.waybill.runtime.egress;

import java.util.List;
import java.util.Locale;

/// Where this host may connect to on behalf of others.
///
/// @param allowed names of hosts, such as `api.example.com` or `*.example.com`; when there are none, every public one
/// @param privateToo whether addresses of this machine and of private networks are among them
public record EgressRules(List<String> allowed, boolean privateToo) {

    /// Every public address, and no other.
    public static final EgressRules USUAL = new EgressRules(List.of(), false);

    private static final String BELOW = "*.";

    public EgressRules {
        allowed = allowed.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    boolean allows(String host) {
        return allowed.isEmpty() || allowed.stream().anyMatch(rule -> covers(rule, host.toLowerCase(Locale.ROOT)));
    }

    private static boolean covers(String rule, String host) {
        return rule.startsWith(BELOW) ? host.endsWith(rule.substring(1)) : host.equals(rule);
    }
}

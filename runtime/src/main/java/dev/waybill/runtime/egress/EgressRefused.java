package dev.waybill.runtime.egress;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;
import java.io.IOException;

/// An address that this host does not connect to. It is an [IOException] so that whoever sends cannot forget it.
public final class EgressRefused extends IOException implements Refusing {

    public static final String CODE = "egress_refused";

    private static final long serialVersionUID = 1;

    /// @param why without the address: it may hold a secret
    EgressRefused(String why) {
        super(why);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.FORBIDDEN,
                CODE,
                String.valueOf(getMessage()),
                "Use an address that this host may reach, or have its operator allow it (egress.allow, egress.private).");
    }
}

package dev.waybill.evidence.index;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// A question in SQL that is none.
public final class WrongSql extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    WrongSql(String message) {
        super(message);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.INVALID,
                "sql_invalid",
                String.valueOf(getMessage()),
                "Ask the views records, links and findings: select type, count(*) from records group by type");
    }
}

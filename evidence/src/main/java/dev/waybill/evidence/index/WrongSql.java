package dev.waybill.evidence.index;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// A question in SQL that is none.
public final class WrongSql extends RefusalException {

    private static final long serialVersionUID = 1;

    WrongSql(String message) {
        super(new Refusal(
                Kind.UNREADABLE,
                "sql_invalid",
                message,
                "Ask the views records, links and findings: select type, count(*) from records group by type"));
    }
}

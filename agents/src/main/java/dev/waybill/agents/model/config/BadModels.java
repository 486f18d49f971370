package dev.waybill.agents.model.config;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// The setting `agents.models` says something that nobody can use.
public final class BadModels extends RuntimeException implements Refusing {

    public static final String CODE = "models_invalid";

    private static final long serialVersionUID = 1;

    BadModels(String where, String what) {
        super("agents.models: " + where + ": " + what);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.UNREADABLE, CODE, String.valueOf(getMessage()), "docs/models.md shows how providers are written.");
    }
}

package dev.waybill.app.config;

import java.util.Locale;

/// Where a value was found, the strongest first.
public enum Source {
    FLAG,
    ENVIRONMENT,
    FILE,
    DEFAULT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

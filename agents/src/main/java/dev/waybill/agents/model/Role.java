package dev.waybill.agents.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Who speaks.
public enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    /// Results of tools.
    TOOL;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}

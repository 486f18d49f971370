package dev.waybill.base.json;

/// `true` or `false`.
public enum JsonBool implements JsonValue {
    TRUE,
    FALSE;

    public static JsonBool of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public boolean value() {
        return this == TRUE;
    }

    @Override
    public String kind() {
        return "boolean";
    }

    @Override
    public String toString() {
        return value() ? "true" : "false";
    }
}

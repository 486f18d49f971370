package dev.waybill.base.json;

/// `null`: present and empty, which is not the same as absent.
public enum JsonNull implements JsonValue {
    NULL;

    @Override
    public String kind() {
        return "null";
    }

    @Override
    public String toString() {
        return "null";
    }
}

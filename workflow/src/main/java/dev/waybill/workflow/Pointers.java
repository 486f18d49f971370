package dev.waybill.workflow;

/// Builds RFC 6901 pointers.
final class Pointers {

    private Pointers() {}

    static String member(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    static String item(String pointer, int index) {
        return pointer + "/" + index;
    }
}

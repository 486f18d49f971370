package dev.waybill.view.text;

/// A number and what it counts, for people.
public final class Count {

    private Count() {}

    /// "1 receipt", "2 receipts".
    public static String of(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}

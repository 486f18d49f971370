package dev.waybill.base.json;

/// How much JSON a reader accepts before it gives up, so that hostile input costs little.
///
/// @param depth nested arrays and objects
/// @param items entries of one array
/// @param members members of one object
/// @param stringLength UTF-16 units of one string
/// @param values values in the whole document
public record JsonLimits(int depth, int items, int members, int stringLength, int values) {

    /// The limits that PEAC sets for what a receipt may carry.
    public static final JsonLimits RECEIPT = new JsonLimits(32, 10_000, 1_000, 65_536, 100_000);

    /// For documents of our own making that may be large: key sets, manifests, summaries.
    public static final JsonLimits DOCUMENT = new JsonLimits(64, 1_000_000, 100_000, 4_194_304, 10_000_000);
}

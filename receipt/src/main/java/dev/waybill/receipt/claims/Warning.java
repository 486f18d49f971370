package dev.waybill.receipt.claims;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Something a reader should know about a valid receipt. A warning never decides; the reader's policy may.
///
/// @param code one of PEAC's stable warning codes
/// @param pointer the JSON pointer of what the warning is about; empty for the whole receipt
public record Warning(String code, String pointer) {

    public static final String TYPE_UNREGISTERED = "type_unregistered";
    public static final String UNKNOWN_EXTENSION_PRESERVED = "unknown_extension_preserved";
    public static final String OCCURRED_AT_SKEW = "occurred_at_skew";

    /// PEAC sorts by pointer, then by code, with the collation of its language runtime. For the
    /// characters that pointers and codes are made of, that collation is the order of this alphabet,
    /// in which punctuation precedes digits. Plain code-unit order would put `a-b` and `a_b` elsewhere.
    private static final String COLLATION = "_-./~0123456789abcdefghijklmnopqrstuvwxyz";

    /// The order in which warnings are reported.
    public static final Comparator<Warning> ORDER = Warning::compare;

    /// Several lists of warnings as one, in the order in which warnings are reported.
    @SafeVarargs
    public static List<Warning> merge(List<Warning>... lists) {
        List<Warning> all = new ArrayList<>();
        for (List<Warning> list : lists) {
            all.addAll(list);
        }
        all.sort(ORDER);
        return List.copyOf(all);
    }

    public JsonObject toJson() {
        return JsonObject.of("code", code).with("pointer", pointer);
    }

    private static int compare(Warning left, Warning right) {
        int byPointer = collate(left.pointer, right.pointer);
        return byPointer != 0 ? byPointer : collate(left.code, right.code);
    }

    private static int collate(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            int order = Integer.compare(COLLATION.indexOf(left.charAt(i)), COLLATION.indexOf(right.charAt(i)));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}

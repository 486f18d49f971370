package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.Optional;
import java.util.OptionalLong;

/// The numbers that a store gives to the receipts of one file: they rise, and either all receipts have one or none
/// has, since older versions of Assay gave none. Gaps are normal: the numbers are shared by all files of the store.
final class StoreSequence {

    private static final String NAME = "_store_seq";
    private static final long NONE = -1;

    private long last = NONE;
    private boolean begun;
    private boolean numbered;

    /// @param state of an earlier reading of the same file, or nothing
    StoreSequence(String state) {
        if (!state.isEmpty()) {
            begun = true;
            numbered = !state.equals("none");
            last = numbered ? Long.parseLong(state) : NONE;
        }
    }

    /// Where the numbers stand, as a text.
    String state() {
        return !begun ? "" : numbered ? Long.toString(last) : "none";
    }

    /// What a receipt says to be: nothing, a number from 0, or something else.
    record Stated(boolean present, OptionalLong value) {

        static Stated of(JsonObject receipt) {
            JsonValue stated = receipt.get(NAME);
            OptionalLong value = stated instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
            return new Stated(stated != null, value.orElse(NONE) < 0 ? OptionalLong.empty() : value);
        }
    }

    /// What is wrong with the next receipt's number, if anything.
    Optional<String> next(Stated number) {
        if (!begun) {
            begun = true;
            numbered = number.present();
        }
        if (number.present() != numbered) {
            return Optional.of(
                    numbered
                            ? "expected a " + NAME + " as in the receipts before, found none"
                            : "expected no " + NAME + " as in the receipts before, found one");
        }
        return numbered ? rising(number.value()) : Optional.empty();
    }

    private Optional<String> rising(OptionalLong value) {
        if (value.isEmpty()) {
            return Optional.of("expected a whole number from 0 as " + NAME);
        }
        long before = last;
        last = value.getAsLong();
        if (before == last) {
            return Optional.of(NAME + " " + last + " appears twice");
        }
        return last > before
                ? Optional.empty()
                : Optional.of("expected a " + NAME + " above " + before + ", found " + last);
    }
}

package dev.waybill.base;

import java.util.List;

/// Many names, written as one text.
public final class Words {

    private Words() {}

    /// @param text words with a blank between two of them
    public static List<String> of(String text) {
        return List.of(text.split(" "));
    }
}

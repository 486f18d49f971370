package dev.waybill.app.anchor;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import java.io.IOException;

/// Somebody else who can hold a summary.
public interface AnchorTarget {

    /// Hands it over; when this returns, they have it.
    ///
    /// @throws IOException when they do not take it; the message says who and why
    Anchor hand(Receipt summary) throws IOException;

    /// For people: `the file partner.jsonl`.
    String name();
}

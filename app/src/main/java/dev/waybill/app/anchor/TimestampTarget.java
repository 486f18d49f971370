package dev.waybill.app.anchor;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.Optional;

/// A time-stamp service of RFC 3161. It learns a digest and nothing else.
record TimestampTarget(URI service) implements AnchorTarget {

    @Override
    public Anchor hand(Receipt summary) throws IOException {
        Rfc3161.Question question = Rfc3161.ask(summary.ref());
        byte[] answer = new Posting(service, "application/timestamp-query", Optional.empty()).send(question.bytes());
        byte[] token = question.token(answer, service.toString());
        return new Anchor(
                summary.compact(), new Anchor.Proof.Stamped(Base64.getEncoder().encodeToString(token)));
    }

    @Override
    public String name() {
        return "the time-stamp service " + service;
    }
}

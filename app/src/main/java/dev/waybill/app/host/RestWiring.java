package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Version;
import dev.waybill.base.Digest;
import dev.waybill.doors.rest.Bodies;
import dev.waybill.doors.rest.Pressure;
import dev.waybill.doors.rest.RestDoor;
import dev.waybill.doors.rest.api.Operations;
import dev.waybill.doors.rest.api.RestHost;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.runtime.receipt.RunExport;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// REST on an open host.
public final class RestWiring {

    private static final byte[] PURPOSE = "dev.waybill/host-id/v1\0".getBytes(StandardCharsets.UTF_8);
    private static final int ID_LENGTH = 20;

    private RestWiring() {}

    public static RestDoor door(
            Environment environment,
            OpenHost opened,
            DefinitionSource workflows,
            ReceiptIssuers issuers,
            Complaints complaints) {
        SecureRandom random = new SecureRandom();
        RestHost host = new RestHost(
                hostId(environment, opened.store(), random),
                Version.current().version(),
                opened.host(),
                opened.events(),
                workflows,
                Bodies.DEFAULT,
                environment.clock(),
                issuers::publicKeys,
                caller -> new RunExport(opened.store(), caller, issuers),
                opened.outgoing().desk());
        return new RestDoor(
                Operations.of(host),
                host.bodies(),
                Pressure.usual(),
                () -> HexFormat.of().toHexDigits(random.nextLong()),
                (correlation, thrown) -> {
                    complaints.line("a request failed; its answer names it as " + correlation);
                    complaints.accept(thrown);
                });
    }

    /// What other hosts call this one: it follows from the oldest secret of the store, so all processes on it, and all
    /// their successors, are one host.
    private static String hostId(Environment environment, RunStore store, SecureRandom random) {
        List<TokenKey> keys =
                store.createTokenKey(TokenKey.first(random, environment.clock().instant()));
        TokenKey oldest = keys.stream()
                .min(Comparator.comparing(TokenKey::createdAt).thenComparingInt(TokenKey::id))
                .orElseThrow();
        ByteArrayOutputStream material = new ByteArrayOutputStream();
        material.writeBytes(PURPOSE);
        material.writeBytes(oldest.secret());
        return "waybill-" + Digest.of(material.toByteArray()).hex().substring(0, ID_LENGTH);
    }
}

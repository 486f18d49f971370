package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Version;
import dev.waybill.doors.rest.Bodies;
import dev.waybill.doors.rest.Dialect;
import dev.waybill.doors.rest.Pressure;
import dev.waybill.doors.rest.RestDoor;
import dev.waybill.doors.rest.api.AskedEvidence;
import dev.waybill.doors.rest.api.Operations;
import dev.waybill.doors.rest.api.RestHost;
import dev.waybill.host.wiring.HostIds;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.runtime.trigger.TriggerDesk;
import java.security.SecureRandom;
import java.util.HexFormat;

/// REST on an open host.
public final class RestWiring {

    private RestWiring() {}

    public static RestDoor door(
            Environment environment,
            OpenHost opened,
            DefinitionSource workflows,
            ReceiptIssuers issuers,
            AskedEvidence evidence,
            TriggerDesk triggers,
            Complaints complaints) {
        SecureRandom random = new SecureRandom();
        RestHost host = new RestHost(
                HostIds.of(opened.store(), environment.clock()),
                Version.current().version(),
                opened.host(),
                opened.events(),
                workflows,
                Bodies.DEFAULT,
                environment.clock(),
                issuers::publicKeys,
                caller -> new RunExport(opened.store(), caller, issuers),
                evidence,
                new AgentInventory(
                        Surroundings.agents(environment, Surroundings.capabilities(environment, true)),
                        Surroundings.thinks(environment)),
                opened.outgoing().desk(),
                triggers);
        return new RestDoor(
                Operations.of(host),
                host.bodies(),
                Pressure.usual(),
                Dialect.offered(),
                () -> HexFormat.of().toHexDigits(random.nextLong()),
                (correlation, thrown) -> {
                    complaints.line("a request failed; its answer names it as " + correlation);
                    complaints.accept(thrown);
                });
    }
}

package dev.waybill.doors.rest.api;

import dev.waybill.doors.rest.Bodies;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.runtime.trigger.TriggerDesk;
import dev.waybill.runtime.webhook.WebhookDesk;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// What the operations work on.
///
/// @param hostId what other hosts call this one; the same after a restart and on every node
/// @param version of this program
/// @param keys that check what this host signs
/// @param exports the receipts of the runs that a caller sees
/// @param evidence what a caller may ask about
/// @param agents those that can be run
/// @param webhooks who hears of events
/// @param triggers what starts runs by itself
public record RestHost(
        String hostId,
        String version,
        RunHost runs,
        EventHub events,
        DefinitionSource workflows,
        Bodies bodies,
        InstantSource clock,
        Supplier<KeySet> keys,
        Function<Caller, RunExport> exports,
        AskedEvidence evidence,
        AgentDesk agents,
        WebhookDesk webhooks,
        TriggerDesk triggers) {

    /// What a test suite may change; only a host that was started for tests has it.
    Optional<TestSeams> seams() {
        return workflows instanceof TestSeams seams ? Optional.of(seams) : Optional.empty();
    }
}

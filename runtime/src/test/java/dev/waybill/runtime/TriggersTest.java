package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.ACME;
import static dev.waybill.runtime.TestHost.definition;
import static dev.waybill.runtime.TestHost.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.trigger.BoundTrigger;
import dev.waybill.runtime.trigger.Scheduler;
import dev.waybill.runtime.trigger.TriggerCatalog;
import dev.waybill.runtime.trigger.TriggerDesk;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Schedules, webhooks and failures start runs: each once, in whichever process.
class TriggersTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ModelStore store = new ModelStore();
    private final TestHost host = new TestHost(store);
    private final List<String> complaints = new ArrayList<>();
    private Scheduler scheduler = scheduler(host);

    private Scheduler scheduler(TestHost of) {
        return new Scheduler(of.host, catalog(of), of, complaints::add);
    }

    private static TriggerCatalog catalog(TestHost of) {
        return new TriggerCatalog(of.store, of, "acme");
    }

    private TriggerDesk desk() {
        return new TriggerDesk(host.host, catalog(host), host);
    }

    private static String workflow(String id, String trigger) {
        return "{'id':'%s','name':'Nightly','version':'1','triggers':[%s],'variables':[{'name':'trigger','type':'object'}],"
                        .formatted(id, trigger)
                + "'nodes':[{'id':'work','typeId':'core.noop'}]}";
    }

    private TestHost schedule(String config) {
        return host.knows(
                definition(workflow("nightly", "{'id':'night','type':'schedule','config':{" + config + "}}")));
    }

    /// The times for which runs were started, in the order of the runs.
    private List<String> fired() {
        List<String> all = new ArrayList<>();
        for (StoredRun run : store.runs(RunQuery.all(1_000)).reversed()) {
            all.add(input(run.header().runId()).string("scheduledFor").orElse("?"));
        }
        return all;
    }

    private JsonObject input(RunId run) {
        return host.state(run).variables().get("trigger") instanceof JsonObject told ? told : JsonObject.EMPTY;
    }

    private void pass(Duration time) {
        host.skip(time);
        scheduler.poll(SECOND);
    }

    @Test
    void aTimeThatWasDueBeforeTheTriggerWasThereIsNoneOfItsBusiness() {
        schedule("'cron':'0 * * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofMinutes(59));
        assertThat(fired()).isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(fired()).containsExactly("2026-11-15T11:00:00Z");
    }

    @Test
    void eachTimeStartsAFreshRunWithWhatFired() {
        schedule("'cron':'0 * * * *','timezone':'Europe/Berlin','inputs':{'topic':'parcels'}");
        scheduler.poll(SECOND);
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofHours(1));
            pass(SECOND);
        }
        host.settle();
        assertThat(fired()).containsExactly("2026-11-15T11:00:00Z", "2026-11-15T12:00:00Z", "2026-11-15T13:00:00Z");
        StoredRun last = store.runs(RunQuery.all(1)).getFirst();
        assertThat(last.projection().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(last.header().tenant()).isEqualTo("acme");
        assertThat(input(last.header().runId()).without("firedAt"))
                .isEqualTo(
                        json("{'id':'night','type':'schedule','scheduledFor':'2026-11-15T13:00:00Z','cron':'0 * * * *',"
                                + "'timezone':'Europe/Berlin','isCatchUp':false}"));
        assertThat(host.state(last.header().runId()).variables().get("topic")).hasToString("\"parcels\"");
    }

    @Test
    void processesThatPollTogetherFireOnce() throws Exception {
        List<Scheduler> cluster = new ArrayList<>();
        List<TestHost> hosts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            TestHost one = new TestHost(store, Notary.NONE, 100 + i);
            one.knows(definition(
                    workflow("nightly", "{'id':'night','type':'schedule','config':{'intervalSeconds':60}}")));
            hosts.add(one);
            cluster.add(scheduler(one));
        }
        cluster.getFirst().poll(SECOND);
        for (int round = 0; round < 20; round++) {
            hosts.forEach(one -> one.skip(Duration.ofSeconds(60)));
            List<Callable<Duration>> polls = new ArrayList<>();
            cluster.forEach(one -> polls.add(() -> one.poll(SECOND)));
            try (ExecutorService threads = Executors.newFixedThreadPool(cluster.size())) {
                for (Future<Duration> poll : threads.invokeAll(polls)) {
                    poll.get();
                }
            }
        }
        assertThat(fired()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void aRestartForgetsNothing() {
        schedule("'cron':'0 * * * *','missedFirePolicy':'fire-all'");
        scheduler.poll(SECOND);
        scheduler = scheduler(host);
        pass(Duration.ofMinutes(150));
        assertThat(fired()).containsExactly("2026-11-15T11:00:00Z", "2026-11-15T12:00:00Z");
        scheduler = scheduler(host);
        scheduler.poll(SECOND);
        assertThat(fired()).hasSize(2);
    }

    @Test
    void whatWasMissedFollowsThePolicyOfItsTrigger() {
        schedule("'cron':'0 * * * *','missedFirePolicy':'skip'");
        scheduler.poll(SECOND);
        pass(Duration.ofMinutes(150));
        assertThat(fired()).isEmpty();
        pass(Duration.ofMinutes(30));
        assertThat(fired()).containsExactly("2026-11-15T13:00:00Z");
    }

    @Test
    void withoutAPolicyTheLatestMissedTimeFiresOnce() {
        schedule("'cron':'0 * * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofMinutes(150));
        scheduler.poll(SECOND);
        assertThat(fired()).containsExactly("2026-11-15T12:00:00Z");
        assertThat(input(store.runs(RunQuery.all(1)).getFirst().header().runId())
                        .get("isCatchUp"))
                .hasToString("true");
    }

    @Test
    void aClockThatIsSetBackFiresNoTimeTwice() {
        schedule("'cron':'0 * * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofHours(1));
        host.setBack(Duration.ofMinutes(30));
        for (int i = 0; i < 40; i++) {
            pass(Duration.ofMinutes(1));
        }
        assertThat(fired()).containsExactly("2026-11-15T11:00:00Z");
        pass(Duration.ofMinutes(50));
        assertThat(fired()).containsExactly("2026-11-15T11:00:00Z", "2026-11-15T12:00:00Z");
    }

    @Test
    void aClockThatWasAheadForDaysSilencesNobody() {
        schedule("'cron':'0 * * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofDays(30));
        assertThat(fired()).containsExactly("2026-12-15T10:00:00Z");
        host.setBack(Duration.ofDays(30));
        scheduler.poll(SECOND);
        pass(Duration.ofHours(1));
        assertThat(fired()).contains("2026-11-15T11:00:00Z");
    }

    @Test
    void aChangedScheduleDoesNotFireForThePast() {
        schedule("'cron':'0 7 * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofHours(2));
        schedule("'cron':'30 11 * * *'");
        pass(SECOND);
        assertThat(fired()).isEmpty();
        pass(Duration.ofDays(1));
        assertThat(fired()).containsExactly("2026-11-16T11:30:00Z");
    }

    @Test
    void aPausedTriggerFiresNothingAndMakesNothingUp() {
        schedule("'cron':'0 * * * *','missedFirePolicy':'fire-all'");
        scheduler.poll(SECOND);
        desk().pause(ACME, "nightly", "night");
        pass(Duration.ofHours(5));
        assertThat(desk().list(ACME)).singleElement().satisfies(row -> {
            assertThat(row.paused()).isTrue();
            assertThat(row.next()).isNull();
        });
        desk().resume(ACME, "nightly", "night");
        scheduler.poll(SECOND);
        assertThat(fired()).isEmpty();
        pass(Duration.ofHours(1));
        assertThat(fired()).containsExactly("2026-11-15T16:00:00Z");
        assertThatThrownBy(() -> desk().pause(ACME, "nightly", "day"))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("nightly/day");
    }

    @Test
    void theListSaysWhatComesNextAndWhatCameLast() {
        schedule("'cron':'0 * * * *'");
        scheduler.poll(SECOND);
        pass(Duration.ofHours(1));
        String run = store.runs(RunQuery.all(1)).getFirst().header().runId().value();
        assertThat(desk().list(ACME)).singleElement().satisfies(row -> {
            assertThat(row.next()).isEqualTo(Instant.parse("2026-11-15T12:00:00Z"));
            assertThat(row.lastRun()).isEqualTo(run);
            assertThat(row.lastDue()).isEqualTo(Instant.parse("2026-11-15T11:00:00Z"));
        });
        assertThat(desk().list(new Caller("globex", "eve", ACME.scopes()))).isEmpty();
    }

    @Test
    void aTriggerWhoseRunCannotStartSaysWhyAndIsNotTriedWithoutEnd() {
        host.knows(definition(workflow("nightly", "{'id':'night','type':'schedule','config':{'cron':'0 * * * *'}}")
                .replace("'variables':[", "'variables':[{'name':'topic','type':'string','required':true},")));
        scheduler.poll(SECOND);
        pass(Duration.ofHours(1));
        pass(SECOND);
        pass(SECOND);
        assertThat(complaints).hasSize(1);
        assertThat(desk().list(ACME).getFirst().problem()).contains("topic");
        assertThat(fired()).isEmpty();
    }

    @Test
    void whatATenantRegistersFiresForThatTenant() {
        host.host
                .workflows(ACME)
                .register(
                        json(workflow("mine", "{'id':'night','type':'schedule','config':{'intervalSeconds':60}}")),
                        null);
        scheduler.poll(SECOND);
        pass(Duration.ofSeconds(60));
        assertThat(store.runs(RunQuery.all(9)))
                .singleElement()
                .satisfies(run -> assertThat(run.header().tenant()).isEqualTo("acme"));
        host.host.workflows(ACME).remove("mine");
        pass(Duration.ofSeconds(60));
        assertThat(store.runs(RunQuery.all(9))).hasSize(1);
    }

    @Test
    void aWorkflowWithABadScheduleIsNotRegistered() {
        String bad = workflow("mine", "{'id':'night','type':'schedule','config':{'cron':'61 * * * *'}}");
        assertThatThrownBy(() -> host.host.workflows(ACME).register(json(bad), null))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("minutes from 0 to 59");
        String nowhere = workflow(
                "mine", "{'id':'night','type':'schedule','config':{'cron':'* * * * *','timezone':'Mars/Base'}}");
        assertThatThrownBy(() -> host.host.workflows(ACME).register(json(nowhere), null))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.details().toString()).contains("invalid_timezone"));
    }

    @Test
    void aNodeOfTheEcosystemIsATriggerTooAndHandsOnWhatFired() {
        host.knows(
                definition(
                        "{'id':'nodes','name':'Nodes','version':'1','nodes':["
                                + "{'id':'night','typeId':'core.trigger.schedule','config':{'cron':'0 * * * *'}},"
                                + "{'id':'asked','typeId':'core.trigger.webhook','config':{'path':'/x'}},"
                                + "{'id':'work','typeId':'core.identity','inputs':{'when':{'type':'connection','nodeId':'night','outputKey':'scheduledFor'}}},"
                                + "{'id':'other','typeId':'core.noop'}],"
                                + "'edges':[{'id':'a','sourceNodeId':'night','targetNodeId':'work'},{'id':'b','sourceNodeId':'asked','targetNodeId':'other'}]}"));
        scheduler.poll(SECOND);
        pass(Duration.ofHours(1));
        host.settle();
        RunId run = store.runs(RunQuery.all(1)).getFirst().header().runId();
        assertThat(host.types(run)).contains("node.completed work").doesNotContain("node.completed other");
        assertThat(host.state(run).outputs().toString()).contains("2026-11-15T11:00:00Z");
    }

    @Test
    void aDeliveryThatComesTwiceStartsOneRun() {
        host.knows(definition(workflow("orders", "{'id':'in','type':'webhook','config':{'path':'/orders'}}")));
        BoundTrigger hook = desk().hook("acme", "/orders").orElseThrow();
        assertThat(desk().hook("globex", "/orders")).isEmpty();
        JsonObject same = json("{'body':'abc'}");
        Created first = desk().fire(hook, json("{'method':'POST','headers':{},'body':1}"), "d-1", same);
        Created again =
                desk().fire(hook, json("{'method':'POST','headers':{},'body':1,'receivedAt':'x'}"), "d-1", same);
        assertThat(again).isEqualTo(new Created(first.run(), true));
        assertThatThrownBy(() -> desk().fire(hook, same, "d-1", json("{'body':'other'}")))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("another request");
        assertThat(store.runs(RunQuery.all(9))).hasSize(1);
        assertThat(desk().list(ACME).getFirst().lastRun()).isEqualTo(first.run().value());
    }
}

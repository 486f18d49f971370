package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A host inside a program: activities are functions, runs are handles.
class HostTest {

    @TempDir
    Path directory;

    record Order(String order, long cents) {}

    record Payment(String reference, long cents) {}

    private static final Workflow PAY = Workflow.named("pay")
            .input("order", String.class)
            .input("cents", Long.class)
            .step("pay", "shop.pay", step -> step.variables("order", "cents").retry(2, Duration.ofMillis(10)));

    private HostBuilder at(String place) {
        return Host.at(directory.resolve(place)).keys(directory.resolve("keys"));
    }

    private HostBuilder paying() {
        return at("runs")
                .activity("shop.pay", Order.class, order -> new Payment("ref-" + order.order(), order.cents()))
                .workflow(PAY);
    }

    @Test
    void recordsGoInAndComeOut() throws Exception {
        try (Host host = paying().open()) {
            Outcome outcome = host.start("pay", new Order("A-17", 4_200)).await();

            assertThat(outcome.isCompleted()).isTrue();
            assertThat(outcome.output("pay", Payment.class)).isEqualTo(new Payment("ref-A-17", 4_200));
        }
    }

    @Test
    void whatFailsIsTriedAgainAsTheStepSays() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        List<String> invocations = new ArrayList<>();
        try (Host host = at("runs")
                .activity("shop.pay", Order.class, (_, call) -> {
                    invocations.add(call.invocationId());
                    if (attempts.incrementAndGet() < 3) {
                        throw new IOException("the bank is closed");
                    }
                    return "done";
                })
                .workflow(PAY)
                .open()) {
            Outcome outcome = host.start("pay", new Order("A-17", 1)).await();

            assertThat(outcome.output("pay", JsonObject.class).string("result")).contains("done");
            assertThat(invocations).hasSize(3).containsOnly(invocations.getFirst());
        }
    }

    @Test
    void aFailureForGoodFailsTheRunAndSaysWhy() throws Exception {
        try (Host host = at("runs")
                .activity("shop.pay", Order.class, _ -> NodeResult.failed("card_stolen", "the card is stolen"))
                .workflow(PAY)
                .open()) {
            Outcome outcome = host.start("pay", new Order("A-17", 1)).await();

            assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
            assertThat(outcome.error()).isNotNull();
            assertThatThrownBy(() -> outcome.output("pay", Payment.class)).hasMessageContaining("the card is stolen");
        }
    }

    @Test
    void anInputThatCannotFitTheFunctionIsRefusedAtTheStart() {
        record Strict(int order) {}
        try (Host host = at("runs")
                .activity("shop.pay", Strict.class, Strict::order)
                .workflow(PAY)
                .open()) {
            assertThatThrownBy(() -> host.start("pay", new Order("no number", 1)))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("the input \"order\" takes integer");
        }
    }

    @Test
    void anInputThatTurnsOutNotToFitIsNotTriedAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Workflow half = Workflow.named("half")
                .step(
                        "pay",
                        "shop.pay",
                        step -> step.computed("order", "'A-' + '17'").retry(3, Duration.ofMillis(5)));
        try (Host host = at("runs")
                .activity("shop.pay", Order.class, _ -> calls.incrementAndGet())
                .workflow(half)
                .open()) {
            Outcome outcome = host.start("half", null).await();

            assertThat(outcome.error()).isNotNull().satisfies(error -> {
                assertThat(error.code()).isEqualTo("input_unfit");
                assertThat(error.message()).contains("expected Order with a member cents, found none");
            });
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void twoStartsWithOneKeyAreOneRun() throws Exception {
        try (Host host = paying().open()) {
            Run first = host.start("pay", new Order("A-17", 1), "key-1");

            assertThat(host.start("pay", new Order("A-17", 1), "key-1").id()).isEqualTo(first.id());
            assertThat(host.start("pay", new Order("A-17", 1), "key-2").id()).isNotEqualTo(first.id());
            assertThat(host.run(first.id()).await().isCompleted()).isTrue();
        }
    }

    @Test
    void whatIsNotThereIsRefusedInOneSentence() {
        try (Host host = paying().open()) {
            assertThatThrownBy(() -> host.start("refund", null))
                    .isInstanceOf(Refused.class)
                    .hasMessage("no workflow or agent is called refund; there are [pay]");
            assertThatThrownBy(() -> host.run("run_01M7MRXQXQ8HPQDJ2WXCPRQM08")).isInstanceOf(Refused.class);
            assertThatThrownBy(() -> host.start("pay", "a text"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected a record, a map or a JSON object, found string");
            assertThatThrownBy(() -> host.start("pay", JsonObject.EMPTY)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void aWorkflowOfAFileThatCannotRunSaysWhere() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.json"), "{\"id\": \"bad\", \"nodes\": []}");
        HostBuilder builder = at("runs");

        assertThatThrownBy(() -> builder.workflow(file))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("bad.json cannot run");
        assertThatThrownBy(() -> builder.workflow(directory.resolve("none.json")))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("none.json cannot be read");
    }

    @Test
    void aPersonIsAskedAndAnswers() throws Exception {
        Workflow release = Workflow.named("release")
                .approval("gate", "Ship it?")
                .step("ship", "core.identity", step -> step.value("shipped", true));
        try (Host host = at("runs").workflow(release).open()) {
            Run run = host.start("release", null);
            Optional<PendingQuestion> asked = run.awaitQuestion();

            assertThat(asked).map(PendingQuestion::title).contains("Ship it?");
            assertThat(run.await(Duration.ofMillis(20))).isEmpty();
            assertThatThrownBy(() -> run.answer("nobody", "accept", "ada")).isInstanceOf(Refused.class);
            run.answer("gate", "accept", "ada");
            assertThat(run.await().isCompleted()).isTrue();
            assertThat(run.questions()).isEmpty();
            assertThat(run.state().node("gate").toString()).isNotEmpty();
        }
    }

    @Test
    void aQuestionOfAChildIsAnsweredThroughItsParent() throws Exception {
        Workflow child = Workflow.named("child").approval("gate", "Go on?");
        Workflow parent = Workflow.named("parent").child("hand-over", "child", _ -> {});
        try (Host host = at("runs").workflow(child).workflow(parent).open()) {
            Run run = host.start("parent", null);

            assertThat(run.awaitQuestion())
                    .map(PendingQuestion::run)
                    .isPresent()
                    .get()
                    .isNotEqualTo(run.id());
            run.answer("gate", "accept", "ada");
            assertThat(run.await().isCompleted()).isTrue();
        }
    }

    @Test
    void eventsComeInOrderUpToTheEnd() throws Exception {
        try (Host host = paying().open()) {
            Run run = host.start("pay", new Order("A-17", 1));
            List<String> types = new ArrayList<>();
            long last = -1;
            try (EventStream events = run.events()) {
                for (Event event : events) {
                    assertThat(event.sequence()).isEqualTo(++last);
                    types.add(event.type());
                }
            }

            assertThat(types)
                    .startsWith("run.started")
                    .endsWith("run.completed")
                    .contains("node.completed");
            try (EventStream rest = run.events(last)) {
                assertThat(rest.next().type()).isEqualTo("run.completed");
                assertThat(rest.hasNext()).isFalse();
            }
        }
    }

    @Test
    void whatIsShownWhileItWorksIsHeard() throws Exception {
        CountDownLatch listening = new CountDownLatch(1);
        List<String> heard = new ArrayList<>();
        try (Host host = at("runs")
                .activity("shop.pay", Order.class, (_, call) -> {
                    listening.await();
                    call.show("text", new dev.waybill.base.json.JsonString("half of it"));
                    return null;
                })
                .workflow(PAY)
                .open()) {
            Run run = host.start("pay", new Order("A-17", 1));
            try (AutoCloseable _ = run.onFrame(frame -> heard.add(frame.nodeId() + ": " + frame.content()))) {
                listening.countDown();
                assertThat(run.await().isCompleted()).isTrue();
            }
            assertThat(heard).containsExactly("pay: \"half of it\"");
        }
    }

    @Test
    void aCancelEndsTheRunAndInterruptsItsWork() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Host host = at("runs")
                .activity("shop.pay", Order.class, _ -> {
                    begun.countDown();
                    try {
                        Thread.sleep(Duration.ofHours(1));
                    } finally {
                        interrupted.countDown();
                    }
                    return null;
                })
                .workflow(PAY)
                .open()) {
            Run run = host.start("pay", new Order("A-17", 1));
            begun.await();
            run.cancel("nobody wants it");

            assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
            interrupted.await();
        }
    }

    @Test
    void aForkTakesOtherValuesAndAReplayTheSame() throws Exception {
        try (Host host = paying().open()) {
            Run run = host.start("pay", new Order("A-17", 1));
            run.await();
            record Dearer(long cents) {}
            Run fork = run.forkAt("pay", new Dearer(99));

            assertThat(fork.await().output("pay", Payment.class).cents()).isEqualTo(99);
            assertThat(run.await().output("pay", Payment.class).cents()).isEqualTo(1);
            Replay replay = run.replay();
            assertThat(replay.same()).isTrue();
            assertThat(replay.divergedAt()).isNull();
            assertThat(replay.events()).isEqualTo(run.state().head());
            assertThatThrownBy(() -> run.forkAt("nowhere", null)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void theProofVerifiesHereAndElsewhereAndABrokenOneDoesNot() throws Exception {
        Path bundle = directory.resolve("proof.zip");
        try (Host host = paying().issuer("https://shop.example").open()) {
            Run run = host.start("pay", new Order("A-17", 1));
            run.await();
            run.export(bundle);
            AuditReport own = host.verify(bundle);

            assertThat(own.verdict()).isEqualTo(Verdict.VERIFIED);
            assertThat(own.completeness().isComplete()).isTrue();
            assertThat(Host.verify(bundle, host.keys(), Instant.now()).verdict())
                    .isEqualTo(Verdict.VERIFIED);
            byte[] bytes = Files.readAllBytes(bundle);
            bytes[bytes.length / 2] ^= 1;
            Path broken = Files.write(directory.resolve("broken.zip"), bytes);
            assertThat(verdict(host, broken)).isNotEqualTo(Verdict.VERIFIED.name());
        }
    }

    private static String verdict(Host host, Path bundle) {
        try {
            return host.verify(bundle).verdict().name();
        } catch (IOException | RuntimeException e) {
            return "unreadable";
        }
    }
}

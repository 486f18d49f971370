package dev.waybill.host;

import java.nio.file.Path;
import java.time.Duration;

// example
public final class RefundDesk {

    record Refund(String order, long cents) {}

    record Payment(String reference) {}

    public static void main(String... args) throws Exception {
        Workflow refund = Workflow.named("refund")
                .input("order", String.class)
                .input("cents", Long.class)
                .agent("assess", "shop.assessor")
                .approval("approve", "Pay it back?")
                .step("pay", "shop.pay", step -> step.retry(3, Duration.ofSeconds(1)));

        try (Host host = Host.at(Path.of(args[0]))
                .agent("shop.assessor", agent -> agent.prompt("Say in one sentence whether this refund is fair."))
                .activity("shop.pay", Refund.class, (due, call) -> pay(due, call.invocationId()))
                .workflow(refund)
                .open()) {
            Run run = host.start("refund", new Refund("A-17", 4_200), "refund-A-17");
            run.awaitQuestion().ifPresent(asked -> run.answer(asked.step(), "accept", "ada@shop.example"));

            Payment payment = run.await().output("pay", Payment.class);
            Path proof = Path.of(args[0], "refund.zip");
            run.export(proof);
            System.out.println(payment.reference() + " " + host.verify(proof).verdict());
        }
    }

    static Payment pay(Refund due, String idempotencyKey) {
        return new Payment("bank-%s-%d".formatted(due.order(), due.cents()));
    }
}
// end

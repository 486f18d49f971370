package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.policy.PolicyReceipts;
import dev.waybill.evidence.task.MeshIds;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `waybill evidence apply` and `rollback`: write down that a recommended policy is in force, or is taken back.
public final class PolicyChangeCommand extends ToldCommand {

    /// Makes the receipt that answers another.
    private interface Making {
        JsonObject of(PolicyReceipts receipts, JsonObject answered, String origin, @Nullable String word, Instant now);
    }

    private final ReceiptType from;
    private final Making making;
    private final Operand<String> file;
    private final Option<String> id;
    private final Option<String> origin;
    private final ReceiptTarget target;
    private final Option<String> word;

    /// @param from the type of receipt that is answered
    /// @param word what the answer says besides
    private PolicyChangeCommand(
            Environment environment, String summary, ReceiptType from, Option<String> word, Making making) {
        super(environment, summary);
        this.from = from;
        this.making = making;
        file = takes(Operand.text("FILE", "Holds the " + from + ", alone or as a line; - for standard input.")
                .required("a file with the " + from + ", or - for standard input"));
        id = takes(Option.text("--id", "ID", "Which one, by its receipt id or correlation id (default: the last)."));
        origin = takes(Option.text("--origin", "REPO/MODULE", "Who does it, such as ccio/guardian.")
                .required());
        target = takes(new ReceiptTarget());
        this.word = takes(word);
    }

    public static PolicyChangeCommand apply(Environment environment) {
        return new PolicyChangeCommand(
                environment,
                "Apply a recommended policy: a POLICY_APPLY that names the recommendation.",
                ReceiptType.POLICY_RECOMMENDATION,
                Option.text(
                        "--policy-version",
                        "VERSION",
                        "The version in force from now on (default: a digest of lever and value)."),
                PolicyReceipts::apply);
    }

    public static PolicyChangeCommand rollback(Environment environment) {
        return new PolicyChangeCommand(
                environment,
                "Roll back an applied policy: a POLICY_ROLLBACK that names the change.",
                ReceiptType.POLICY_APPLY,
                Option.text("--reason", "TEXT", "The reason for the rollback.").required(),
                (receipts, applied, who, reason, now) ->
                        receipts.rollBack(applied, who, Objects.requireNonNull(reason), now));
    }

    @Override
    public ExitCode call() throws IOException {
        JsonObject answered = ReceiptFile.find(environment, file.given(), from, id.value());
        PolicyReceipts receipts = new PolicyReceipts(new MeshIds(new SecureRandom()));
        target.write(
                environment,
                making.of(
                        receipts,
                        answered,
                        Objects.requireNonNull(origin.value()),
                        word.value(),
                        environment.clock().instant()));
        return ExitCode.YES;
    }
}

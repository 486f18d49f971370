package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.policy.PolicyReceipts;
import dev.waybill.evidence.task.MeshIds;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Objects;

/// `waybill evidence rollback`: writes down that an applied policy is taken back.
public final class RollbackCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final PolicyChange change = new PolicyChange(ReceiptType.POLICY_APPLY);
    private final Option<String> reason =
            Option.text("--reason", "TEXT", "The reason for the rollback.").required();

    public RollbackCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                "Roll back an applied policy: a POLICY_ROLLBACK that names the change.", change, reason, common);
    }

    @Override
    public ExitCode call() throws IOException {
        PolicyReceipts receipts = new PolicyReceipts(new MeshIds(new SecureRandom()));
        return change.write(
                environment,
                (applied, origin) -> receipts.rollBack(
                        applied,
                        origin,
                        Objects.requireNonNull(reason.value()),
                        environment.clock().instant()));
    }
}

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

/// `waybill evidence apply`: writes down that a recommended policy is in force.
public final class ApplyCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final PolicyChange change = new PolicyChange(ReceiptType.POLICY_RECOMMENDATION);
    private final Option<String> version = Option.text(
            "--policy-version", "VERSION", "The version in force from now on (default: a digest of lever and value).");

    public ApplyCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                "Apply a recommended policy: a POLICY_APPLY that names the recommendation.", change, version, common);
    }

    @Override
    public ExitCode call() throws IOException {
        PolicyReceipts receipts = new PolicyReceipts(new MeshIds(new SecureRandom()));
        return change.write(
                environment,
                (recommendation, origin) -> receipts.apply(
                        recommendation,
                        origin,
                        version.value(),
                        environment.clock().instant()));
    }
}

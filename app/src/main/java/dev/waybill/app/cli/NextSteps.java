package dev.waybill.app.cli;

import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import org.jspecify.annotations.Nullable;

/// What a refusal's next step is called on a command line: its commands and options instead of general words.
final class NextSteps {

    private NextSteps() {}

    static @Nullable String of(Refusal refusal) {
        return switch (refusal.code()) {
            case "capability_required" ->
                "Give it to this process: --config FILE brings agents, models, servers, programs and secrets, --node-types"
                        + " JAR node types. Or tell a server that has it, with --server URL.";
            case "not_a_store" ->
                "Check --data, --db, WAYBILL_DATA and WAYBILL_DB; the first 'waybill run' makes a store.";
            case "run_not_found" -> "See 'waybill runs'.";
            case "workflow_not_found" -> "Put the file that defines it next to the one that calls it.";
            case "interrupt_not_found",
                    "interrupt_already_resolved",
                    "interrupt_gone",
                    "run_not_paused",
                    "run_already_paused" -> "See 'waybill show RUN'.";
            case "forbidden" -> "Say who answers with --by NAME.";
            case "key_lost", "signing_key_lost" ->
                "Pass --issuer and --key as when the run was started, or restore the key.";
            case "auth_required" -> "The command line cannot prove who you are; answer through a door that can.";
            case Refusals.INTERNAL ->
                "This is a bug. Run the same again with WAYBILL_DEBUG=1 to see the details, and please report them.";
            default -> refusal.next();
        };
    }
}

package dev.waybill.receipt.workflow;

import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.receipt.code.Rejected;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Makes workflow and step ids from fresh, unpredictable payloads.
///
/// ULIDs are the choice for new ids: they sort by time. UUIDs serve systems that have them already. Ids
/// that must follow from a native id belong to the tenant's keyed derivation instead: a payload that can
/// be guessed tells who ran what.
public final class WorkflowIds {

    private final Supplier<String> payloads;

    private WorkflowIds(Supplier<String> payloads) {
        this.payloads = payloads;
    }

    /// Ids with ULID payloads, in the order in which they are made.
    ///
    /// @param random a cryptographic source: ids must not be guessed
    public static WorkflowIds withUlids(InstantSource clock, RandomGenerator random) {
        var ulids = new UlidFactory(clock, random);
        return new WorkflowIds(() -> ulids.next().toString());
    }

    /// Ids with payloads of UUID version 7, in the order in which they are made.
    ///
    /// @param random a cryptographic source: ids must not be guessed
    public static WorkflowIds withUuids(InstantSource clock, RandomGenerator random) {
        var uuids = new UuidV7Factory(clock, random);
        return new WorkflowIds(() -> uuids.next().toString());
    }

    public WorkflowId newWorkflowId() {
        return createWorkflowId(payloads.get());
    }

    public StepId newStepId() {
        return createStepId(payloads.get());
    }

    /// The workflow id with this payload: a ULID, a UUID or any 20 to 48 characters of the pattern.
    ///
    /// @throws Rejected with `E_WORKFLOW_ID_INVALID`
    public static WorkflowId createWorkflowId(String payload) {
        return new WorkflowId(WorkflowId.PREFIX + payload);
    }

    /// The step id with this payload: a ULID, a UUID or any 20 to 48 characters of the pattern.
    ///
    /// @throws Rejected with `E_WORKFLOW_STEP_ID_INVALID`
    public static StepId createStepId(String payload) {
        return new StepId(StepId.PREFIX + payload);
    }
}

package dev.waybill.engine.attest;

import dev.waybill.journal.RunHeader;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.record.LongText;
import dev.waybill.receipt.workflow.WorkflowId;

/// How receipts name runs and agents: plainly, or by names that only the tenant can trace back.
///
/// @param tenant derives names under the tenant's key
/// @param audience whose view the names are for
public record Identities(TenantIds tenant, String audience) {

    private static final String NAMESPACE = "waybill.workflow_id";

    /// The `workflow_id` of a run's receipts.
    public WorkflowId workflow(RunHeader run) {
        return workflow(run, run.workflowId());
    }

    /// The `workflow_id` of a parent, child or source, as that run's own receipts have it: all of them are signed for
    /// by one policy.
    public WorkflowId workflow(RunHeader run, String workflowId) {
        return run.receipts().pseudonymous()
                ? tenant.workflowIdFromNative(NAMESPACE, workflowId)
                : new WorkflowId(workflowId);
    }

    /// Who coordinates a run: this host, for a tenant's definition.
    public String orchestrator(RunHeader run) {
        return agent(run, "waybill:" + run.tenant() + "/" + run.definitionId());
    }

    /// The session of a guided run; it may be the caller's own word, such as the number of a ticket.
    String session(RunHeader run, String session) {
        return agent(run, session);
    }

    String agent(RunHeader run, String agentId) {
        return LongText.fit(
                run.receipts().pseudonymous() ? tenant.agentPseudonym(audience, agentId) : agentId, LongText.NAME);
    }
}

package dev.waybill.runtime.guided;

/// A tool beyond the contract. Nobody is offered one who did not ask for it: small models choose better among four.
public enum ExtraTool {
    /// A fresh acknowledgement for a snapshot.
    RESUME,
    /// The open runs, for an agent that lost its chat.
    FIND,
    /// Notes in the middle of a step.
    CHECKPOINT;

    /// @throws GuidedRefusal when this host does not have it
    void require(GuidedSettings settings) {
        if (!settings.offers(this)) {
            throw new GuidedRefusal(
                    GuidedCode.FEATURE_OFF,
                    "this tool is switched off on this host",
                    "continue with workflow_advance and the tokens that you have, or start the workflow again");
        }
    }
}

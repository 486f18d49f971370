package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;

/// The four tools of the contract and those beyond it, as every door offers them. Arguments are as the caller sent
/// them: unknown fields are refused by
/// name. Nothing is thrown at the caller: what goes wrong is an answer, too.
public interface GuidedTools {

    /// All workflows.
    GuidedAnswer list(JsonObject arguments, Client client);

    /// One workflow and its steps; leaves no trace.
    GuidedAnswer inspect(JsonObject arguments, Client client);

    /// Begins a run.
    GuidedAnswer start(JsonObject arguments, Client client);

    /// Acknowledges a step.
    GuidedAnswer advance(JsonObject arguments, Client client);

    /// Beyond the contract, off unless asked for: a fresh acknowledgement for a snapshot.
    GuidedAnswer resume(JsonObject arguments, Client client);

    /// Beyond the contract: the open runs, with their tokens.
    GuidedAnswer find(JsonObject arguments, Client client);

    /// Beyond the contract: notes in the middle of a step.
    GuidedAnswer checkpoint(JsonObject arguments, Client client);
}

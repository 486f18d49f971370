package dev.waybill.host;

import dev.waybill.base.json.JsonObject;

/// An agent that is code of yours: it may ask a model by a library of your choice, or think for itself. Around it
/// everything is as for any agent: brackets in the log, the check of its result, the doubt that asks a person.
public interface AgentFunction {

    /// @param task the values of the step's ports; of a step without ports, the run's variables
    /// @param voice shows what it says and thinks while it works
    /// @return a text, or a record or map; a member `confidence` below the threshold asks a person
    /// @throws Exception counts as a failure that may be retried
    Object answer(JsonObject task, Voice voice) throws Exception;

    /// How an agent speaks while it works.
    interface Voice {

        /// A piece of its answer, for whoever watches right now.
        void say(String text);

        /// A piece of its reasoning: shown now, and on the record with the outcome.
        void think(String text);
    }
}

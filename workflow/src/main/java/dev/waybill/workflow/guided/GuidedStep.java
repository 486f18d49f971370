package dev.waybill.workflow.guided;

import org.jspecify.annotations.Nullable;

/// One element of a guided workflow.
public sealed interface GuidedStep permits PromptStep, LoopStep {

    /// Unique in the workflow, bodies of loops included.
    String id();

    String title();

    /// Whether the step is due; asked again at every advance until it is done. Null means yes.
    @Nullable
    GuidedCondition runCondition();
}

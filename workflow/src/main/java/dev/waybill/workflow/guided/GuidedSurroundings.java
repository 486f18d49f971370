package dev.waybill.workflow.guided;

/// What a definition may refer to outside of itself.
record GuidedSurroundings(Routines routines, Bindings bindings, Contracts contracts) {}

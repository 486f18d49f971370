package dev.waybill.engine.state;

import dev.waybill.journal.event.DataFact;

/// A bound that was passed: the run fails because of it.
public record Breach(DataFact.CapBreached bound, EventRef event) {}

package dev.waybill.runtime;

import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.ReceiptHead;
import org.jspecify.annotations.Nullable;

/// A run as it was last seen: its state, and where its chain of receipts stands.
record Loaded(RunState state, @Nullable ReceiptHead receipts) {}

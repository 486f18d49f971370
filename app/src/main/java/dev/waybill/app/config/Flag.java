package dev.waybill.app.config;

import org.jspecify.annotations.Nullable;

/// The option of the command line that sets something.
///
/// @param label what the help calls its value; empty for a flag without one
/// @param sets what the flag alone means; null for one with a value
/// @param what what the help says it does
record Flag(String name, String label, @Nullable String sets, String what) {}

/// Traffic with providers, kept in files: written while a real one is asked, and played back instead of it.
@NullMarked
package dev.waybill.agents.model.cassette;

import org.jspecify.annotations.NullMarked;

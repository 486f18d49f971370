/// What agents remember beyond a run: entries in scopes, and what of them each run sees.
@NullMarked
package dev.waybill.journal.memory;

import org.jspecify.annotations.NullMarked;

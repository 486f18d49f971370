/// How records leave: as lines that are appended, as they were, as CloudEvents, or in the packs of other systems.
@NullMarked
package dev.waybill.evidence.write;

import org.jspecify.annotations.NullMarked;

package dev.waybill.view.guided;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a lineage needs to know of a place to say where it stands.
interface Placed {

    PlaceId id();

    /// The place it came from; null for the first.
    @Nullable
    PlaceId parent();

    Instant at();
}

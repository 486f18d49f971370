/// Where a run's history is handed to somebody else: their file, their git repository, a witness, a time-stamp service.
@NullMarked
package dev.waybill.app.anchor;

import org.jspecify.annotations.NullMarked;

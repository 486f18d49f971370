/// The pages of `waybill serve`: static files, and nothing else. What a page knows it asks of the same REST and streams
/// that any program may use, so a script can know it, too. The files stand before the gate, because somebody who has
/// not signed in yet must be able to; they hold no data.
@NullMarked
package dev.waybill.doors.dashboard;

import org.jspecify.annotations.NullMarked;

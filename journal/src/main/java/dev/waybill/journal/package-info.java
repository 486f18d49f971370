/// What is stored for ever: a run's header, its events with their bytes, and the ports behind which stores keep
/// them. Nothing here decides, and nothing here knows SQL; receipts are bytes with a reference.
@NullMarked
package dev.waybill.journal;

import org.jspecify.annotations.NullMarked;

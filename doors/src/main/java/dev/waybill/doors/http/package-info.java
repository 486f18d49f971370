/// The HTTP server that every door with a URL stands on: who may come in, how much may be sent, when to stop.
@NullMarked
package dev.waybill.doors.http;

import org.jspecify.annotations.NullMarked;

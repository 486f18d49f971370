/// JSON as signed documents need it: strict on the way in (I-JSON, RFC 7493, judged on raw bytes),
/// lossless in memory (members keep their order, numbers keep their spelling), and canonical on the
/// way out when asked (JCS, RFC 8785).
@NullMarked
package dev.waybill.base.json;

import org.jspecify.annotations.NullMarked;

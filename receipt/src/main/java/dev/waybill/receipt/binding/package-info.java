/// How receipts travel with other protocols: MCP, A2A, OpenTelemetry, CloudEvents.
@NullMarked
package dev.waybill.receipt.binding;

import org.jspecify.annotations.NullMarked;

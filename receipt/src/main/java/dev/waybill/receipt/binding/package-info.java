/// How receipts travel with other protocols: MCP, A2A, HTTP, other frameworks, OpenTelemetry, CloudEvents.
///
/// Everything here is text in, text out. Nothing is fetched and nothing is sent; a URL is a hint that
/// is checked and handed on.
@NullMarked
package dev.waybill.receipt.binding;

import org.jspecify.annotations.NullMarked;

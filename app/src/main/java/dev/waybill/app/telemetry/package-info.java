/// Traces and metrics for whoever collects them. The only package that knows the SDK of OpenTelemetry, and only
/// [dev.waybill.app.telemetry.OtlpOutlet] does: without an endpoint no class of it is loaded.
@NullMarked
package dev.waybill.app.telemetry;

import org.jspecify.annotations.NullMarked;

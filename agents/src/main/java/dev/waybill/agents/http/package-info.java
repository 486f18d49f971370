/// Requests over HTTP to addresses that a workflow names, through the one way out.
@NullMarked
package dev.waybill.agents.http;

import org.jspecify.annotations.NullMarked;

/// Node types that OpenWOP reserves for tests of hosts.
@NullMarked
package dev.waybill.agents.conformance;

import org.jspecify.annotations.NullMarked;

/// The definitions that a host knows: graphs, guided workflows, and what they refer to, from folders and from
/// ourselves.
@NullMarked
package dev.waybill.runtime.catalog;

import org.jspecify.annotations.NullMarked;

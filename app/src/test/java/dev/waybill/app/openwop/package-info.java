/// A judge of our own for hosts of OpenWOP: a real `waybill serve --test-seams` with every fixture, seen from outside
/// only, one test for each sentence of the protocol. Every event is held against OpenWOP's schemas.
@NullMarked
package dev.waybill.app.openwop;

import org.jspecify.annotations.NullMarked;

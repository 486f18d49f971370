/// What tests drive runs with: the model of a store, the contract that every store keeps, faults on demand.
@NullMarked
package dev.waybill.simulator;

import org.jspecify.annotations.NullMarked;

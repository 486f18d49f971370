/// JSON Schema 2020-12 over our own JSON values: compiled once with all of its mistakes listed, then applied within a
/// budget of counted steps and with patterns in linear time, so that a replay judges as the run did.
@NullMarked
package dev.waybill.workflow.schema;

import org.jspecify.annotations.NullMarked;

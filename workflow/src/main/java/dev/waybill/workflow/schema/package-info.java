/// x
@org.jspecify.annotations.NullMarked
package dev.waybill.workflow.schema;

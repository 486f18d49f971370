/// The ecosystem's node types that need nothing from outside: ways that part and meet, lists that are sorted, cut and
/// joined, questions to people. Their schemas lie beside them as resources, one file for each.
@NullMarked
package dev.waybill.engine.flow;

import org.jspecify.annotations.NullMarked;

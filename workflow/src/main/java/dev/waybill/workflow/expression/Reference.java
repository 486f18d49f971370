package dev.waybill.workflow.expression;

import org.jspecify.annotations.Nullable;

/// What an expression reads: a root name and, where it is written out, the member below it.
/// A reader of definitions uses it to find names that do not exist before anything runs.
///
/// @param root for example `variables`
/// @param member for example `count` in `variables.count`; null when it is computed or absent
/// @param position of the member, or of the root where there is none, in UTF-16 units from 0
public record Reference(String root, @Nullable String member, int position) {}

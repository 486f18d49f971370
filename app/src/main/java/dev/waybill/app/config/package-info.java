/// What can be set, where and how: one table, from which flags, variables, the configuration file, the help and the
/// documentation are made or checked.
@NullMarked
package dev.waybill.app.config;

import org.jspecify.annotations.NullMarked;

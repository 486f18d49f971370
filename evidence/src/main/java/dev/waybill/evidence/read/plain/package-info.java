/// Records that belong to no layout of files, and speak for themselves by their type or their envelope.
@NullMarked
package dev.waybill.evidence.read.plain;

import org.jspecify.annotations.NullMarked;

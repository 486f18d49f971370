/// Documents that belong to a tenant and not to a run, kept in all their versions.
@NullMarked
package dev.waybill.journal.document;

import org.jspecify.annotations.NullMarked;

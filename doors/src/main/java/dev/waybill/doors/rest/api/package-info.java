/// The operations of OpenWOP, one class for each family. To add a route, write a method `Answer name(Call)` in its
/// family, give it a line in that family's `routes()`, and its schemas to `openapi-schemas.json`; [Operations] lists
/// the families.
@NullMarked
package dev.waybill.doors.rest.api;

import org.jspecify.annotations.NullMarked;

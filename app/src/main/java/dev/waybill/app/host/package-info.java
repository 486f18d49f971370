/// How the command line puts a host together: store, node types, definitions, keys. The only place that knows all of
/// them; commands get a host that is ready.
@NullMarked
package dev.waybill.app.host;

import org.jspecify.annotations.NullMarked;

/// What a guided run and a session of them look like: every place an agent came to, branches kept apart.
@NullMarked
package dev.waybill.view.guided;

import org.jspecify.annotations.NullMarked;

/// What tests share: seeded randomness, the interop data of other systems, a network that fails, architecture rules.
/// Never on a production class path.
@NullMarked
package dev.waybill.testkit;

import org.jspecify.annotations.NullMarked;

/// Recommendations, applications and rollbacks of policies: records of the registry that several systems write alike.
@NullMarked
package dev.waybill.evidence.read.policy;

import org.jspecify.annotations.NullMarked;

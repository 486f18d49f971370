/// What runs reach the world with: models, tools, other hosts, agents of packs.
@NullMarked
package dev.waybill.agents;

import org.jspecify.annotations.NullMarked;

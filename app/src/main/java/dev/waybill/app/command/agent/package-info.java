/// Commands about agents and their packs.
@NullMarked
package dev.waybill.app.command.agent;

import org.jspecify.annotations.NullMarked;

/// Guided workflows: the commands that offer them to agents, and those by which people look after them.
@NullMarked
package dev.waybill.app.command.guided;

import org.jspecify.annotations.NullMarked;

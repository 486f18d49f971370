/// Commands that look back: fork, replay and compare runs, export and prune them, and check the store that holds them.
@NullMarked
package dev.waybill.app.command.history;

import org.jspecify.annotations.NullMarked;

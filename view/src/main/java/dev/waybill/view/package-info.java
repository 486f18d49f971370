/// What people see of a run, a session, a verdict, an answer: JSON, text, drawings, pages. Pure functions over what the
/// rooms below know, so that the command line, REST, MCP and a page say the same. No socket, no terminal, no SQL.
@NullMarked
package dev.waybill.view;

import org.jspecify.annotations.NullMarked;

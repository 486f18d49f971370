/// Waybill inside your own program: open a [Host] on a directory or a database, register what it can do, start runs and
/// wait for them. What the command line and the server do with runs, a program does with these few types.
@NullMarked
package dev.waybill.host;

import org.jspecify.annotations.NullMarked;

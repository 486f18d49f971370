/// Parts of Waybill that one may leave out: programs of their own, each a folder of jars, started when they are needed.
@NullMarked
package dev.waybill.agents.part;

import org.jspecify.annotations.NullMarked;

/// What an answer about evidence looks like, as text, graph and page; and tasks as a list.
@NullMarked
package dev.waybill.view.evidence;

import org.jspecify.annotations.NullMarked;

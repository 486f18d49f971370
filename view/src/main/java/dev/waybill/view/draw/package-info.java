/// Drawings of a workflow's steps: in a terminal, as SVG, as one HTML page, and as text for Graphviz
/// and Mermaid. All start from a plain [dev.waybill.view.draw.Graph] that any report can build.
/// The same graph always gives the same drawing. Labels are untrusted; every format escapes them.
/// No receipt type, no file and no clock may enter.
@NullMarked
package dev.waybill.view.draw;

import org.jspecify.annotations.NullMarked;

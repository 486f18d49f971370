package dev.waybill.agents.model;

/// Hears an answer while it is made. What it hears may come from an answer that fails in the end.
public interface ModelListener {

    /// Hears nothing: the answer is asked for in one piece.
    ModelListener NONE = new ModelListener() {};

    default void text(String delta) {}

    default void reasoning(String delta) {}

    /// @param index which of the parallel calls, from 0
    /// @param name of the tool, with every piece
    /// @param arguments the next piece of its arguments' JSON
    default void toolCall(int index, String name, String arguments) {}
}

package dev.waybill.bench;

import java.util.function.Consumer;

/// A question about speed, answered by figures.
interface Benchmark {

    /// The word that selects it on the command line.
    String name();

    /// What is compared with what, in one sentence.
    String question();

    /// Measures and hands on each figure as soon as there is one.
    void run(Effort effort, Consumer<Figure> figures) throws Exception;
}

package dev.waybill.bench;

/// One operation to be measured. It returns what it made, so that the compiler cannot leave it out.
@FunctionalInterface
interface Work {
    Object once();

    /// Makes the same kind of work for each thread, which then shares nothing it need not share.
    @FunctionalInterface
    interface Source {
        Work forOneThread();
    }
}

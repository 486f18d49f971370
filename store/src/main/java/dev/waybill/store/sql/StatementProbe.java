package dev.waybill.store.sql;

/// Sees every statement of a write just before it runs, the begin and the commit too, so that a test can fail or
/// copy the store at each of these places. In production nothing listens.
@FunctionalInterface
public interface StatementProbe {

    StatementProbe NONE = statement -> {};

    /// What the probe hears when a commit has succeeded and nobody was told yet.
    String COMMITTED = "committed";

    void before(String statement);
}

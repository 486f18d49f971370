package dev.waybill.evidence.index;

/// What a name that a person types can mean.
public enum Named {
    RECORD("select id from record where id >= ?1 and id < ?2 union select id from alias where id >= ?1 and id < ?2"),
    CORRELATION("select distinct correlation from record where correlation >= ?1 and correlation < ?2"),
    TASK("select distinct task from record where task >= ?1 and task < ?2"),
    COMMIT("select distinct commit_id from record where commit_id >= ?1 and commit_id < ?2"),
    EPISODE("select distinct episode from record where episode >= ?1 and episode < ?2");

    private final String between;

    Named(String between) {
        this.between = between;
    }

    /// Asks for the names from one text up to another.
    String between() {
        return between;
    }
}

package dev.waybill.store.sql;

/// Says when the next batch begins. It sees numbers and times and asks no clock; [GroupCommit] guards it.
final class Gathering {

    private final Company company;
    private int writing;
    private int expected = 1;
    private long patience;
    private long ended;

    Gathering(Company company) {
        this.company = company;
    }

    void begin() {
        writing++;
    }

    /// @param written how many were answered, and may come again; none when another writer had taken them all
    /// @param waiting how many stand in the queue by now
    /// @param nanos what it took
    void end(int written, int waiting, long nanos, long now) {
        writing--;
        if (written == 0) {
            return;
        }
        expected = written + waiting;
        patience = Math.min(nanos, company.longest().toNanos());
        ended = now;
    }

    /// @param waiting how many stand in the queue, at least one
    /// @param since when the first of them came
    /// @return nanoseconds until a batch is due; 0 when it is
    long untilDue(int waiting, long since, long now) {
        boolean complete = writing == 0 && (waiting >= expected || now - ended >= patience);
        return complete || waiting >= company.enough() ? 0 : Math.max(0, since + patience - now);
    }
}

package dev.waybill.store.sql;

import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A checksum over the columns of one row, written with the row: a changed byte, or a column that somebody edited,
/// no longer fits it. It proves nothing against somebody who computes it anew; receipts do.
public final class RowSum {

    private static final int NOTHING = 0;
    private static final int TEXT = 1;
    private static final int NUMBER = 2;
    private static final int BYTES = 3;

    private final CRC32C crc = new CRC32C();

    private RowSum() {}

    /// @param columns in the order of [SealedTable]: texts, whole numbers, times, bytes, or null
    public static long of(@Nullable Object... columns) {
        RowSum sum = new RowSum();
        for (Object column : columns) {
            sum.add(column);
        }
        return sum.crc.getValue();
    }

    public static long of(StoredEvent event) {
        return of(event.sequence(), event.type(), event.nodeId(), event.publicPart(), event.privatePart());
    }

    /// @param kind as the table says it
    public static long of(StoredReceipt receipt, String kind) {
        return of(kind, receipt.index(), receipt.sequence(), receipt.ref().toBytes(), receipt.bytes());
    }

    public static long of(TokenPlace place) {
        return of(place.run().value(), place.ref().bytes(), place.sequence(), place.serial());
    }

    public static long of(IdempotencyRecord answer) {
        return of(
                answer.key().tenant(),
                answer.key().operation(),
                answer.key().key(),
                answer.request().toBytes(),
                answer.answer(),
                answer.createdAt(),
                answer.expiresAt());
    }

    /// The time and the count may move.
    public static long of(OutboxItem item) {
        long fixed = of(item.id(), item.run().value(), item.sequence(), item.kind(), item.body());
        return fixed + Micros.of(item.notBefore()) + item.attempts();
    }

    /// All columns of a result.
    public static long ofRow(ResultSet row) throws SQLException {
        return of(row, 1, row.getMetaData().getColumnCount());
    }

    static long of(ResultSet row, int first, int last) throws SQLException {
        RowSum sum = new RowSum();
        for (int column = first; column <= last; column++) {
            sum.add(row.getObject(column));
        }
        return sum.crc.getValue();
    }

    /// Compares a row that was read with its checksum; one that was written before there were checksums has none.
    ///
    /// @param column where the checksum is in the result
    /// @throws StoreException when it is not what was written
    static void require(ResultSet row, int column, long expected, String place) throws SQLException {
        long found = row.getLong(column);
        if (found != expected && !row.wasNull()) {
            throw StoreException.damaged(
                    place, new IllegalArgumentException("its checksum is another one, so it was changed"));
        }
    }

    private void add(@Nullable Object column) {
        switch (column) {
            case null -> crc.update(NOTHING);
            case String text -> bytes(TEXT, text.getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> bytes(BYTES, bytes);
            case Instant time -> number(Micros.of(time));
            case Number number -> number(number.longValue());
            case Boolean flag -> number(flag ? 1 : 0);
            default -> throw new IllegalArgumentException("no column holds a " + column.getClass());
        }
    }

    private void number(long value) {
        crc.update(NUMBER);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            crc.update((int) (value >>> shift));
        }
    }

    private void bytes(int kind, byte[] value) {
        crc.update(kind);
        number(value.length);
        crc.update(value, 0, value.length);
    }
}

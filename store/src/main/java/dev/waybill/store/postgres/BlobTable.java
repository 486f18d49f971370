package dev.waybill.store.postgres;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.Blob;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The table `blob`: bytes under the name of their digest.
final class BlobTable {

    private BlobTable() {}

    static Optional<byte[]> find(SqlSession session, Digest digest) throws SQLException {
        return session.prepare("SELECT bytes FROM waybill.blob WHERE digest = ?")
                .bytes(digest.toBytes())
                .first(row -> row.getBytes(1));
    }

    /// The same bytes may arrive from everywhere at once: all writers insert in one order.
    static void insert(SqlSession session, List<Blob> blobs) throws SQLException {
        if (blobs.isEmpty()) {
            return;
        }
        List<Blob> ordered =
                blobs.stream().sorted(Comparator.comparing(Blob::digest)).toList();
        new Rows<>(session.prepare("""
                        INSERT INTO waybill.blob (digest, bytes)
                        SELECT * FROM unnest(?::bytea[], ?::bytea[])
                            ON CONFLICT (digest) DO NOTHING"""), ordered)
                .bytes(blob -> blob.digest().toBytes())
                .bytes(Blob::bytes)
                .bound()
                .update();
    }
}

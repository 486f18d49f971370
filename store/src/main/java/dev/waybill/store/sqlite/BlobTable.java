package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.Blob;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Bytes by their digest.
final class BlobTable {

    private BlobTable() {}

    static void insert(SqlSession session, List<Blob> blobs) throws SQLException {
        for (Blob blob : blobs) {
            session.prepare("INSERT INTO blobs (digest, bytes) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING")
                    .bytes(blob.digest().toBytes())
                    .bytes(blob.bytes())
                    .update();
        }
    }

    static Optional<byte[]> read(SqlSession session, Digest digest) throws SQLException {
        return session.prepare("SELECT bytes FROM blobs WHERE digest = ?")
                .bytes(digest.toBytes())
                .first(row -> row.getBytes(1));
    }
}
